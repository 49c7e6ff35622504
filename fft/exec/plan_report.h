// Reports: plans and the reasons for them, as values. A report holds the decisions of the planner,
// of the search for buffers and of the choice of kernels, for one or several trees of a problem. It
// can be written as JSON.
#ifndef FFT_EXEC_PLAN_REPORT_H_
#define FFT_EXEC_PLAN_REPORT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/search_report.h"
#include "fft/base/json_fwd.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

struct PlanDescription;  // fft/exec/pipeline.h

// A kernel that the chosen candidate runs. For example, a kernel with leaf 2 and leaf_count 3 does
// the work of leaves 2, 3 and 4.
struct KernelReport {
  std::string name;
  int leaf = 0;  // the first leaf of the tree whose work it does
  int leaf_count = 1;
  ShimKind shim = ShimKind::kNone;
  // The kind, shape, registers, LDS, price by cause, and origin of the shape.
  KernelChoice choice;
  std::vector<KernelChoice> alternatives;  // other shapes that fit, cheapest first
  int64_t bytes_moved = 0;
  int64_t flops = 0;
  friend bool operator==(const KernelReport&, const KernelReport&) = default;
};

// A plan tree with its assignments, and the kernels of the chosen assignment. For example, the
// first tree of a report has `words` "chosen", and candidate 0 is search.candidates[0].
struct TreeReport {
  std::string words;   // how it was made: "chosen", "L1D_TRTRT", "L1D_CC 512x2048"
  std::string tree;    // ToString of the tree
  int candidate = 0;   // index of the chosen assignment
  double seconds = 0;  // predicted for the chosen assignment
  int64_t workspace_bytes = 0;
  PlannerReport planner;
  SearchReport search;
  std::vector<KernelReport> kernels;
  friend bool operator==(const TreeReport&, const TreeReport&) = default;
};

// A candidate of one of the report's trees.
struct RankedCandidate {
  int tree = 0;
  int candidate = 0;
  double seconds = 0;  // predicted
  friend bool operator==(const RankedCandidate&, const RankedCandidate&) = default;
};

// A report: a plan, and the reasons for it.
//
// Example: ReportFor("sm_90", problem) of 2^20 points has trees[0].words == "chosen", and
// trees[0].planner has the prices of the other schemes.
struct PlanReport {
  Problem problem;                   // completed
  std::string token;                 // of the problem
  std::string target;                // "sm_90"
  std::vector<std::string> kernels;  // names, in the order in which they run
  int64_t workspace_bytes = 0;
  int candidate = 0;                    // rank of the assignment that runs
  int64_t candidates = 0;               // assignments of the chosen tree that were kept
  bool truncated = false;               // whether the search ended before it had found all
  std::vector<TreeReport> trees;        // the chosen one first
  std::vector<RankedCandidate> ranked;  // candidates of the reported trees, cheapest first
  // The plan of each tree, for SelectPlan and Context::MakePlan.
  std::vector<std::shared_ptr<const PlanDescription>> plans;
};

// The limits of a report.
struct ReportLimits {
  int trees = 1;
  int64_t candidates = 20;  // of each tree
  int alternatives = 3;     // of each kernel
};

// Reports the plan that is made by default, and plans by other schemes and splits. Each has another
// tree, and there are at most limits.trees trees. Needs no device.
absl::StatusOr<PlanReport> ReportPlans(const Problem& problem, const Target& target,
                                       const PlanOptions& options, const ReportLimits& limits);
PlanReport ReportOf(std::shared_ptr<const PlanDescription> plan, const ReportLimits& limits = {});
PlanReport ReportOf(const PlanDescription& plan);

// Returns the plan of report.ranked[rank]. InvalidArgument if there is no such rank.
absl::StatusOr<std::shared_ptr<const PlanDescription>> SelectPlan(const PlanReport& report,
                                                                  int rank);

Json ToJson(const KernelReport& kernel);
Json ToJson(const TreeReport& tree);
// Writes a report in the schema "fft.report/1" (docs/report-json.md).
Json ToJson(const PlanReport& report);

}  // namespace fft

#endif  // FFT_EXEC_PLAN_REPORT_H_
