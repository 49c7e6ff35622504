#ifndef FFT_KERNELS_CONVOLUTION_LOWER_H_
#define FFT_KERNELS_CONVOLUTION_LOWER_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The tables [twiddles], twiddles_back, chirp, chirp_back, filter. Some kernels lack those in
// brackets.
std::vector<Parameter> BluesteinTables(const KernelSpec& spec);
// The tables [twiddles], twiddles_back, permutation, filter. Some kernels lack the table in
// brackets.
std::vector<Parameter> RaderTables(const KernelSpec& spec);
// The tables [twiddles], [large_twiddles], twiddles_back, and filter or the spectra of a chain.
// Some kernels lack the tables in brackets.
std::vector<Parameter> FilterTables(const KernelSpec& spec);

// How many elements a workgroup reads of a row of a chain, if the chain is one kernel and these
// elements lie side by side; else 0.
int64_t ChainElements(const KernelSpec& spec);

LoweredStep LowerConvolution(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CONVOLUTION_LOWER_H_
