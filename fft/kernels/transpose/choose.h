// The kernel that moves elements: a tile of LDS between rows of one side and rows of the other.
#ifndef FFT_KERNELS_TRANSPOSE_CHOOSE_H_
#define FFT_KERNELS_TRANSPOSE_CHOOSE_H_

#include "absl/status/statusor.h"
#include "fft/core/kernel_choice.h"
#include "fft/kernels/request.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseTranspose(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_KERNELS_TRANSPOSE_CHOOSE_H_
