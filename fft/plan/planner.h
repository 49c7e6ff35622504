// From a problem to a plan tree: a pure function of (Problem, Target, PlanOptions).
#ifndef FFT_PLAN_PLANNER_H_
#define FFT_PLAN_PLANNER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/plan/tree_decision.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Plans a completed problem; a report gets the schemes that were considered. Unimplemented when no
// scheme takes the problem: the message holds the reasons. Takes at most 0.1 s and 64 MiB whatever
// the lengths: options.max_plan_work bounds both.
absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, PlannerReport* report);

// One of several trees of a problem.
struct PlannedTree {
  PlanNode tree;
  double seconds = 0;  // predicted: prices of the kernels in canonical strides, and ExtraSeconds
  PlannerReport report;
  TreeDecision decision;  // RemakePlanTree makes the tree of it

  // Seconds that its schemes are charged beyond their kernels.
  double ExtraSeconds() const;
};

// The tree of MakePlanTree first, then trees by other schemes and splits of the whole problem, by
// predicted time; at most `most`, which is 1 or more. All have the kernels that options.shapes asks
// for, and the scheme of options.scheme.
absl::StatusOr<std::vector<PlannedTree>> MakePlanTrees(const Problem& problem, const Target& target,
                                                       const PlanOptions& options, int most,
                                                       ShapeMemo* memo);

// The same for a completed chain: trees of the schemes that plan chains, for TreeProblem(chain).
absl::StatusOr<std::vector<PlannedTree>> MakeChainTrees(const Chain& chain, const Target& target,
                                                        const PlanOptions& options, int most,
                                                        ShapeMemo* memo);

// The tree that MakePlanTrees found with this decision, for the same problem, target and options,
// which force nothing. Nothing is compared, so the decisions of its report have no schemes that
// were considered. InvalidArgument where the problem has no tree of this decision.
absl::StatusOr<PlannedTree> RemakePlanTree(const Problem& problem, const Target& target,
                                           const PlanOptions& options, const TreeDecision& decision,
                                           ShapeMemo* memo);

}  // namespace fft

#endif  // FFT_PLAN_PLANNER_H_
