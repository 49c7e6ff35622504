// The kernel that converts the elements of an axis one by one, from the format read to the format
// written.
#ifndef FFT_CHOICE_KINDS_CONVERT_H_
#define FFT_CHOICE_KINDS_CONVERT_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CONVERT_H_
