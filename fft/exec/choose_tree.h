// Which of the planner's trees a plan has.
//
// The planner compares trees by kernels in canonical strides. Buffers bring other ones, and steps
// that leave a temporary in place of staying in it: so the trees that could be cheaper then are
// compared once more, by what their kernels take with their buffers assigned.
#ifndef FFT_EXEC_CHOOSE_TREE_H_
#define FFT_EXEC_CHOOSE_TREE_H_

#include "absl/status/statusor.h"
#include "fft/assign/search.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/tree/plan_node.h"

namespace fft {

struct AssignedTree {
  PlannerReport planner;  // says which schemes were compared with their buffers
  PlanNode tree;
  SearchResult search;
};

// Of the few trees that are predicted to be the fastest, the one whose best assignment is; looks no
// further where the next tree is predicted to take longer than that. Fails where no tree has a
// valid assignment.
absl::StatusOr<AssignedTree> ChooseTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options);

}  // namespace fft

#endif  // FFT_EXEC_CHOOSE_TREE_H_
