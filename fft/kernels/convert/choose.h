// The pointwise kernel between what the two sides of an axis hold.
#ifndef FFT_KERNELS_CONVERT_CHOOSE_H_
#define FFT_KERNELS_CONVERT_CHOOSE_H_

#include "absl/status/statusor.h"
#include "fft/core/kernel_choice.h"
#include "fft/kernels/request.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_KERNELS_CONVERT_CHOOSE_H_
