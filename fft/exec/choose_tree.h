// The choice among the planner's trees with their buffers assigned.
//
// The planner compares trees before there are buffers, by kernels in canonical strides. Buffers
// bring other strides, and steps that leave a temporary instead of staying in it. So the trees that
// could be cheaper then are compared once more, by the prices of their kernels in their buffers.
#ifndef FFT_EXEC_CHOOSE_TREE_H_
#define FFT_EXEC_CHOOSE_TREE_H_

#include "absl/status/statusor.h"
#include "fft/assign/search.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/plan/tree_decision.h"
#include "fft/tree/plan_node.h"

namespace fft {

struct AssignedTree {
  PlannerReport planner;  // says which schemes were compared with their buffers
  PlanNode tree;
  SearchResult search;
  TreeDecision decision;
};

// The tree whose best assignment is predicted to be the fastest. It looks at a few trees in
// ascending order of the time predicted before assignment, and stops where the next tree's exceeds
// the time of the best assignment so far. Fails where no tree has a valid assignment. `decision`,
// unless it is null, receives the decision from which RemakeTree makes the same tree.
absl::StatusOr<AssignedTree> ChooseTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options,
                                        PlanDecision* decision = nullptr);

// The same for the trees of a completed chain (MakeChainTrees).
absl::StatusOr<AssignedTree> ChooseChainTree(const Chain& chain, const Target& target,
                                             const PlanOptions& options);

// What ChooseTree returned with this decision for the same problem, target and options, which force
// nothing. No trees are compared, so the planner's report lacks what was considered.
absl::StatusOr<AssignedTree> RemakeTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options, const PlanDecision& decision);

}  // namespace fft

#endif  // FFT_EXEC_CHOOSE_TREE_H_
