#ifndef FFT_KERNELS_PLANE_LOWER_H_
#define FFT_KERNELS_PLANE_LOWER_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The tables [twiddles], [twiddles_y], [pair_twiddles]. Some kernels lack those in brackets.
std::vector<Parameter> PlaneTables(const KernelSpec& spec);
// The indices [in_stride], [out_stride], y_in_stride, y_out_stride, tile_count, tile_in_stride,
// tile_out_stride. Some kernels lack the indices in brackets.
std::vector<Parameter> PlaneIndices(const KernelSpec& spec);

// The number of elements of a plane, if its rows follow each other.
int64_t PlaneElements(const KernelSpec& spec);

LoweredStep LowerPlane(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_PLANE_LOWER_H_
