// Compiles HIP source for AMD GPUs with AMD's code object manager, in process, loaded at run time.
// It is the library beneath hipRTC. It needs neither the HIP runtime nor anything else of ROCm,
// because hip_prelude.h is put in front of the source.
//
// Compiles of one process take turns.

#ifndef FFT_RTC_HIP_COMGR_COMPILER_H_
#define FFT_RTC_HIP_COMGR_COMPILER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// Makes the compiler. kUnavailable if the library is not installed, is installed in several
// releases, or lacks an entry point. An architecture that it does not list gives an error that
// IsUnknownArch recognises.
absl::StatusOr<std::unique_ptr<Compiler>> MakeComgrCompiler();

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_COMGR_COMPILER_H_
