// Which leaves of a plan can do its point operations: multiply by the input's window as they read
// (ArrayDescription::has_window), and store a function of the results (ArrayDescription::function).
#ifndef FFT_TREE_POINT_OPERATIONS_H_
#define FFT_TREE_POINT_OPERATIONS_H_

#include "absl/status/status.h"
#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Whether a leaf reads what the user put into the input, and whether it writes the results.
struct PlanEnds {
  bool is_first = false;
  bool is_last = false;
};

// Unimplemented, with the reason, where a kernel of the leaf cannot do what the problem asks of it.
// The window is for a first kernel that reads whole rows of the last axis, and the function for a
// last kernel that computes what it writes.
absl::Status TakesPointOperations(const Problem& problem, const PlanNode& leaf,
                                  const PlanEnds& ends);

// The same for the leaves of a tree.
absl::Status TreeTakesPointOperations(const Problem& problem, const PlanNode& root);

}  // namespace fft

#endif  // FFT_TREE_POINT_OPERATIONS_H_
