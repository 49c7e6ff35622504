// Compiles HIP source for AMD GPUs with AMD's code object manager, in process, loaded at run time.
// It is the library beneath hipRTC, and needs neither the HIP runtime nor anything of ROCm beside
// it: the source gets what it uses of HIP put in front (hip_prelude.h).
//
// Compiles of one process take turns.

#ifndef FFT_RTC_HIP_COMGR_COMPILER_H_
#define FFT_RTC_HIP_COMGR_COMPILER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// Makes the compiler. kUnavailable if the library is not installed, or in several releases, or an
// entry point is missing from it. An architecture that it does not list is IsUnknownArch.
absl::StatusOr<std::unique_ptr<Compiler>> MakeComgrCompiler();

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_COMGR_COMPILER_H_
