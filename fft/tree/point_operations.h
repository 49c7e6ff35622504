// Which leaves of a plan can do the point operations of its problem. One operation multiplies by
// the input's window on reading (ArrayDescription::has_window). The other stores a function of the
// results (ArrayDescription::function).
#ifndef FFT_TREE_POINT_OPERATIONS_H_
#define FFT_TREE_POINT_OPERATIONS_H_

#include "absl/status/status.h"
#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Whether a leaf reads the user's input, and whether it writes the results.
struct PlanEnds {
  bool is_first = false;
  bool is_last = false;
};

// Returns Unimplemented with the reason if the leaf's kernel cannot do the problem's point
// operations. Only a first kernel that reads whole rows of the last axis takes a window. Only a
// last kernel that computes its results takes a function.
absl::Status TakesPointOperations(const Problem& problem, const PlanNode& leaf,
                                  const PlanEnds& ends);

// The same for the leaves of a tree.
absl::Status TreeTakesPointOperations(const Problem& problem, const PlanNode& root);

}  // namespace fft

#endif  // FFT_TREE_POINT_OPERATIONS_H_
