// The pointwise kernel between what the two sides of an axis hold.
#ifndef FFT_CHOICE_KINDS_CONVERT_H_
#define FFT_CHOICE_KINDS_CONVERT_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CONVERT_H_
