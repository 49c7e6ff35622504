// The product with matrices over channels: spec -> AST.
#ifndef FFT_KERNELS_CHANNELS_EMIT_H_
#define FFT_KERNELS_CHANNELS_EMIT_H_

#include <vector>

#include "fft/kernels/kernel_row.h"

namespace fft::kernels {

// The kernel that computes out[b][o] = sum_i in[b][i] W[i][o] for every mode k and element b of the
// batch. Each thread computes a few b and o. An inverse kernel multiplies by the conjugates of W.
absl::StatusOr<codegen::Kernel> EmitChannels(const KernelSpec& spec,
                                             const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CHANNELS_EMIT_H_
