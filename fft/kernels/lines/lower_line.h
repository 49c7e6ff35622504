// Lowering of the kernels that run along one axis: transforms, convolutions, conversions.
#ifndef FFT_KERNELS_LINES_LOWER_LINE_H_
#define FFT_KERNELS_LINES_LOWER_LINE_H_

#include <cstdint>
#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::codegen {

// [twiddles], [large_twiddles], [pair_twiddles].
std::vector<Parameter> PassTables(const KernelSpec& spec);
// Those, [chirp], [filter].
std::vector<Parameter> LineTables(const KernelSpec& spec);
// [in_stride], [out_stride], [tiles], tile_count, tile_in_stride, tile_out_stride, and of a kernel
// that does the work of a conversion row_step, tile_row_step, [row_points].
std::vector<Parameter> LineIndices(const KernelSpec& spec);

// Elements that a line's row has in memory.
int64_t RowElements(const KernelSpec& spec);

// The step of a kernel of this shape but for what its kind computes: flops are those of the ends of
// the axis, the large twiddle and the scale.
LoweredStep LowerLine(const Problem& problem, const PlanNode& leaf, const Step& step,
                      const KernelShape& shape);

// The loops and the axis as far as threads of the kernel count; lanes past the end of the tile loop
// compute addresses too.
Dims ReachOfLine(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec);

}  // namespace fft::codegen

#endif  // FFT_KERNELS_LINES_LOWER_LINE_H_
