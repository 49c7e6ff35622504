// The common part of the lowering of every kind of kernel.
#ifndef FFT_KERNELS_LOWERING_H_
#define FFT_KERNELS_LOWERING_H_

#include <cstdint>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/dim.h"
#include "fft/core/problem.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"
#include "fft/tree/plan_node.h"

namespace fft::kernels {

// A spec with the fields that follow only from the problem and the step, whatever the kind.
KernelSpec SpecOf(const Problem& problem, const PlanNode& leaf, const Step& step);

inline StrideKind StrideKindOf(int64_t stride) {
  return stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
}

// Returns k32 if every offset and index over `dims` fits 32 bits, and so do the exponents of large
// twiddles, which are below `twiddle_length` (0: there are none). Lengths of dims include the
// elements that threads past the end reach.
IndexWidth IndexWidthFor(const Dims& dims, int64_t twiddle_length);

// Bytes of one element: planar data moves as two arrays.
int64_t PointBytes(const Problem& problem, const EdgePlacement& edge);

// Real additions and multiplications of the passes of one transform.
int64_t PassFlops(int64_t length, const std::vector<int>& factors);

// Whether a CPU's step moves more than its second cache holds, in tiles small enough that the next
// tile finds room there (KnownTile::is_far). The index of `spec` has to reach one more tile than
// `reach`, the dims of the launch.
bool IsFar(const Step& step, const KernelSpec& spec, int64_t bytes_moved, Dims reach);

// Appends length and strides of outer loop number i, from 1.
void AddLoop(int i, const Dim& loop, IndexValues* values);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LOWERING_H_
