// The kernel that moves elements: a tile of LDS between rows of one side and rows of the other.
#ifndef FFT_CHOICE_KINDS_TRANSPOSE_H_
#define FFT_CHOICE_KINDS_TRANSPOSE_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseTranspose(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_TRANSPOSE_H_
