// Lowering of the kernels that run along one axis: transforms, convolutions, conversions.
#ifndef FFT_KERNELS_LINES_LOWER_LINE_H_
#define FFT_KERNELS_LINES_LOWER_LINE_H_

#include <cstdint>
#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The tables [twiddles], [large_twiddles], [pair_twiddles]. Some kernels lack those in brackets.
std::vector<Parameter> PassTables(const KernelSpec& spec);
// The tables of PassTables, then [chirp], [filter]. Some kernels lack the tables in brackets.
std::vector<Parameter> LineTables(const KernelSpec& spec);
// The indices [in_stride], [out_stride], [tiles], tile_count, tile_in_stride, tile_out_stride. Some
// kernels lack those in brackets. A kernel that does the work of a conversion also has row_step,
// tile_row_step, [row_points].
std::vector<Parameter> LineIndices(const KernelSpec& spec);

// Elements of memory that a workgroup reads as one row; 0 where they are no row
// (KernelRow::dense_elements).
int64_t RowElements(const KernelSpec& spec);

// Lowers a step whose kernel has this shape. `flops` counts only the ends of the axis, the large
// twiddle and the scale, to which the caller adds what the kernel's kind computes.
LoweredStep LowerLine(const Problem& problem, const PlanNode& leaf, const Step& step,
                      const KernelShape& shape);

// The loops and the axis with the lengths that the kernel's threads reach. Lanes past the end of
// the tile loop compute addresses too.
Dims ReachOfLine(const PlanNode& leaf, const KernelMap& map, const KernelSpec& spec);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_LOWER_LINE_H_
