// The kernel that a name names: the inverse of KernelName.
#ifndef FFT_KERNELS_KERNEL_NAME_H_
#define FFT_KERNELS_KERNEL_NAME_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::kernels {

// The spec whose KernelName is `name`. Names hold digests of callbacks, whose texts must be among
// `callbacks`. InvalidArgument says which part is no part of a name, or what CheckSpec says of the
// spec. Example: ParseKernelName(KernelName(spec)) is `spec` where it has no callbacks.
absl::StatusOr<KernelSpec> ParseKernelName(const std::string& name,
                                           const std::vector<std::string>& callbacks = {});

}  // namespace fft::kernels

#endif  // FFT_KERNELS_KERNEL_NAME_H_
