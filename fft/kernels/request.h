// What a kernel is wanted for.
#ifndef FFT_KERNELS_REQUEST_H_
#define FFT_KERNELS_REQUEST_H_

#include <cstdint>
#include <vector>

#include "fft/core/dim.h"
#include "fft/core/plan_node.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

// A leaf with memory strides. `node` says what the kernel does: data of both sides, large twiddles,
// row of a convolution; `axes` and `loops` are its own with the strides of the arrays, or canonical
// ones where no buffer is assigned yet. Loops may have been split; the parts cut off are at the
// end. `row_steps` are those of the loops, empty where the node has no row.
struct KernelRequest {
  const PlanNode& node;
  const Target& target;
  Precision precision = Precision::kSingle;
  Dims axes, loops;
  std::vector<int64_t> row_steps;
};

// A request for the leaf as it stands in the tree.
inline KernelRequest RequestFor(const PlanNode& leaf, Precision precision, const Target& target) {
  return {leaf, target, precision, leaf.axes, leaf.loops, leaf.row.loop_steps};
}

}  // namespace fft

#endif  // FFT_KERNELS_REQUEST_H_
