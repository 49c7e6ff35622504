#ifndef FFT_KERNELS_STOCKHAM_LOWER_H_
#define FFT_KERNELS_STOCKHAM_LOWER_H_

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

LoweredStep LowerStockham(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_STOCKHAM_LOWER_H_
