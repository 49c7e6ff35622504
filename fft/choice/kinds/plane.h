// The kernel that holds whole planes in one workgroup.
#ifndef FFT_CHOICE_KINDS_PLANE_H_
#define FFT_CHOICE_KINDS_PLANE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChoosePlane(const KernelRequest& request);
// Up to `most` kernels of different shapes for the planes on a GPU, cheapest first. Empty on a CPU.
std::vector<KernelChoice> ListPlanes(const KernelRequest& request, int most);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_PLANE_H_
