// The addition of frames that overlap: spec -> AST.
#ifndef FFT_KERNELS_OVERLAP_ADD_EMIT_H_
#define FFT_KERNELS_OVERLAP_ADD_EMIT_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The kernel that computes out[n] = sum_b in[b][n - b hop] w[n - b hop] over the frames b that
// reach sample n, in rising order. Here hop is the distance between frames and w the window. With
// kWindowMean the sum is divided by the sum of w[n - b hop]^2. Each thread computes one sample.
absl::StatusOr<codegen::Kernel> EmitOverlapAdd(const KernelSpec& spec,
                                               const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_OVERLAP_ADD_EMIT_H_
