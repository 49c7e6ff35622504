// Chooses among the planner's trees after their buffers are assigned.
//
// The planner compares trees before buffers are assigned, by kernels in canonical strides. Buffers
// give kernels other strides, and a kernel that was priced in place may read one buffer and write
// another. So the trees that could be the cheapest are compared again, by the prices of their
// kernels in their buffers.
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

// Returns the tree whose best assignment is predicted to be the fastest. Looks at a few trees, in
// ascending order of the time predicted before assignment. Stops when the next tree's time exceeds
// the time of the best assignment so far. Fails if no tree has a valid assignment. `decision` may
// be null; else it receives the decision from which RemakeTree makes the same tree.
absl::StatusOr<AssignedTree> ChooseTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options,
                                        PlanDecision* decision = nullptr);

// The same for the trees of a completed chain (MakeChainTrees).
absl::StatusOr<AssignedTree> ChooseChainTree(const Chain& chain, const Target& target,
                                             const PlanOptions& options);

// Returns the tree that ChooseTree returned with this decision, for the same problem, target and
// options. The options force no scheme or shape. No trees are compared, so the planner's report
// does not have the schemes that were considered.
absl::StatusOr<AssignedTree> RemakeTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options, const PlanDecision& decision);

}  // namespace fft

#endif  // FFT_EXEC_CHOOSE_TREE_H_
