// A kernel's device function as a header, for programs that call transforms from their own kernels.
#ifndef FFT_KERNELS_STOCKHAM_DEVICE_HEADER_H_
#define FFT_KERNELS_STOCKHAM_DEVICE_HEADER_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"

namespace fft::kernels {

// The header of the transform that `kernel` does: a namespace with its function, its constants and
// its tables, in HIP's or CUDA's C++ (docs/device-functions.md). It includes nothing. The namespace
// says what the function computes, and an inline namespace in it the shape and the dialect, so that
// headers whose texts differ can be included together. kInvalidArgument if the kernel does anything
// else than transform rows of complex numbers along one axis (callbacks, windows and ranges
// included), or the dialect is not a GPU's.
absl::StatusOr<std::string> DeviceHeader(const PlannedKernel& kernel, Dialect dialect);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_STOCKHAM_DEVICE_HEADER_H_
