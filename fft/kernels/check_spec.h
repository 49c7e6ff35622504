// Which KernelSpecs are kernels.
#ifndef FFT_KERNELS_CHECK_SPEC_H_
#define FFT_KERNELS_CHECK_SPEC_H_

#include "absl/status/status.h"
#include "fft/kernels/kernel_spec.h"

namespace fft::kernels {

// The most outer loops of a kernel.
inline constexpr int kMostLoops = 64;

// InvalidArgument names the first field that no kernel has with this value beside the others, and
// what is allowed. The specs of all plans pass (//tests/compile:kernel_names_test), and no kernel
// is made of a name whose spec does not. Limits of targets are not checked.
absl::Status CheckSpec(const KernelSpec& spec);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CHECK_SPEC_H_
