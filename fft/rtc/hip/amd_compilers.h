// The compilers for AMD GPUs: hipRTC or the library beneath it, and a clang for the architectures
// that they do not know.

#ifndef FFT_RTC_HIP_AMD_COMPILERS_H_
#define FFT_RTC_HIP_AMD_COMPILERS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/hip/clang_compiler.h"
#include "fft/rtc/hip/hiprtc_compiler.h"

namespace fft::rtc {

// Makes a compiler that asks hipRTC, and where that does not know the architecture, the first clang
// that runs. Code of both has the version of hipRTC: no architecture is compiled by both. Without
// hipRTC the clang compiles everything; kUnavailable if there is neither. Where the HIP runtime
// must not be loaded and hipRTC is nowhere else, AMD's code object manager takes hipRTC's place. A
// ProbeRequest is hipRTC's alone, since it asks what hipRTC survives.
absl::StatusOr<std::unique_ptr<Compiler>> MakeAmdCompilers(const HiprtcOptions& hiprtc = {},
                                                           const ClangOptions& clang = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_AMD_COMPILERS_H_
