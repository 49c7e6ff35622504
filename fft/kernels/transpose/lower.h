#ifndef FFT_KERNELS_TRANSPOSE_LOWER_H_
#define FFT_KERNELS_TRANSPOSE_LOWER_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The table [large_twiddles], which only some kernels have.
std::vector<Parameter> TransposeTables(const KernelSpec& spec);
// The indices x_count, [x_in_stride], [x_out_stride], y_count, y_in_stride, [y_out_stride]. Some
// kernels lack those in brackets.
std::vector<Parameter> TransposeIndices(const KernelSpec& spec);

LoweredStep LowerTranspose(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TRANSPOSE_LOWER_H_
