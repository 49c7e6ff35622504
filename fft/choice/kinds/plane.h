// The kernel that holds whole planes in one workgroup.
#ifndef FFT_CHOICE_KINDS_PLANE_H_
#define FFT_CHOICE_KINDS_PLANE_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChoosePlane(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_PLANE_H_
