// The addition of frames that overlap: from a step to its spec, values, bytes and operations.
#ifndef FFT_KERNELS_OVERLAP_ADD_LOWER_H_
#define FFT_KERNELS_OVERLAP_ADD_LOWER_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

std::vector<Parameter> OverlapAddTables(const KernelSpec& spec);
std::vector<Parameter> OverlapAddIndices(const KernelSpec& spec);
LoweredStep LowerOverlapAdd(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_OVERLAP_ADD_LOWER_H_
