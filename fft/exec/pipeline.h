// The pipeline up to the launch: problem -> plan tree -> assignment -> kernels, as one value.
//
// The pipeline needs no device. Context::MakePlan compiles exactly the kernels of DescribePlan, so
// the inspector and the command line show what runs.
#ifndef FFT_EXEC_PIPELINE_H_
#define FFT_EXEC_PIPELINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/search.h"
#include "fft/base/json_fwd.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/relay.h"
#include "fft/kernels/lower_plan.h"
#include "fft/kernels/source_report.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"

namespace fft {

// The members of PlanOptions that choose the tree.
struct AskedTree {
  std::optional<SchemeKind> scheme;
  std::vector<int64_t> factors;
};

// A plan up to the launch. For example, DescribePlan of 2^20 points for sm_90 has a tree with two
// leaves, two kernels, and one relay of both.
struct PlanDescription {
  Problem problem;  // completed
  Target target;
  PlanOptions options;
  // The scheme and factors of the caller's options, if Rigor::kMeasure has replaced them in
  // `options`. kMeasure replaces them if another tree than the planner's was the fastest.
  std::optional<AskedTree> asked_tree;
  PlannerReport planner;  // why this tree was chosen
  PlanNode tree;
  SearchResult search;
  int candidate = 0;  // index into search.candidates of the assignment that runs
  std::vector<kernels::PlannedKernel> kernels;  // one per step of that candidate
  // The pairs of `kernels` that run as one launch, in order.
  std::vector<PlannedRelay> relays;
  // The kernels of the same steps for executions with callbacks; empty if options.callbacks is.
  std::vector<kernels::PlannedKernel> callback_kernels;

  const Candidate& chosen() const { return search.candidates[candidate]; }
  // Returns the relay that runs the kernel, or null.
  const PlannedRelay* RelayOf(int kernel) const;
  // The bytes of the temporaries, and of the relays' signals behind them.
  int64_t workspace_bytes() const;
};

absl::StatusOr<PlanDescription> DescribePlan(const Problem& problem, const Target& target,
                                             const PlanOptions& options);

// Returns the problem that DescribePlan plans. It is completed, and has_callbacks is set if the
// options have callbacks. InvalidArgument names the wrong field.
absl::StatusOr<Problem> ProblemToPlan(const Problem& problem, const PlanOptions& options);

// Sets the limits of the search so that it may keep `count` candidates.
void KeepCandidates(int count, PlanOptions* options);

// Appends a report of the source of each kernel of the plan, each kernel once.
absl::Status ReportSources(const PlanDescription& plan, int pass_limit,
                           std::vector<kernels::SourceReport>* reports);

// Returns the kernels of another candidate of the plan.
absl::StatusOr<std::vector<kernels::PlannedKernel>> KernelsOfCandidate(const PlanDescription& plan,
                                                                       int candidate);

// Returns the same plan with another candidate, without planning or searching again.
// InvalidArgument names options.candidate if there is no such candidate.
absl::StatusOr<PlanDescription> WithCandidate(PlanDescription plan, int candidate);

// Returns the source text of one kernel for a target, or in another dialect of its device.
absl::StatusOr<std::string> SourceOf(const kernels::PlannedKernel& kernel, const Target& target);
absl::StatusOr<std::string> SourceOf(const kernels::PlannedKernel& kernel, Dialect dialect);
absl::StatusOr<std::string> SourceOf(const PlannedRelay& relay, Dialect dialect);

// {"schema": "fft.plan/1", token, problem, target, planner, tree, search, candidate, kernels}.
Json ToJson(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_PIPELINE_H_
