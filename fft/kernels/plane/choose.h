// The kernel that holds whole planes in one workgroup.
#ifndef FFT_KERNELS_PLANE_CHOOSE_H_
#define FFT_KERNELS_PLANE_CHOOSE_H_

#include "absl/status/statusor.h"
#include "fft/core/kernel_choice.h"
#include "fft/kernels/request.h"

namespace fft {

absl::StatusOr<KernelChoice> ChoosePlane(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_KERNELS_PLANE_CHOOSE_H_
