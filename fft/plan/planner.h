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

// The plan tree of a completed problem. `report`, if not null, gets the schemes that were
// considered. Unimplemented when no scheme takes the problem, with the reasons in the message. With
// the default options.max_plan_work, planning takes about 0.1 s and 64 MiB at most, whatever the
// lengths.
absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, PlannerReport* report);

// One of several trees of a problem.
struct PlannedTree {
  PlanNode tree;
  double seconds = 0;  // predicted: prices of the kernels in canonical strides, plus ExtraSeconds
  PlannerReport report;
  TreeDecision decision;  // from which RemakePlanTree makes the tree again

  // The predicted seconds that the tree's schemes add to the prices of their kernels.
  double ExtraSeconds() const;
};

// At most `most` (1 or more) trees of a problem: first the tree of MakePlanTree, then trees by
// other schemes and splits of the whole problem, by predicted time. All have the shapes of
// options.shapes and the scheme of options.scheme.
absl::StatusOr<std::vector<PlannedTree>> MakePlanTrees(const Problem& problem, const Target& target,
                                                       const PlanOptions& options, int most,
                                                       ShapeMemo* memo);

// At most `most` trees of a completed chain, as MakePlanTrees gives them for a problem. They are
// trees for TreeProblem(chain).
absl::StatusOr<std::vector<PlannedTree>> MakeChainTrees(const Chain& chain, const Target& target,
                                                        const PlanOptions& options, int most,
                                                        ShapeMemo* memo);

// Makes the tree again that MakePlanTrees found with this decision. Problem, target and options are
// the same, and the options force nothing. Nothing is compared, so the report has no considered
// schemes. InvalidArgument if the problem has no tree with this decision.
absl::StatusOr<PlannedTree> RemakePlanTree(const Problem& problem, const Target& target,
                                           const PlanOptions& options, const TreeDecision& decision,
                                           ShapeMemo* memo);

}  // namespace fft

#endif  // FFT_PLAN_PLANNER_H_
