// The compilers for AMD GPUs: hipRTC or the library beneath it, and a clang for architectures that
// hipRTC does not know.

#ifndef FFT_RTC_HIP_AMD_COMPILERS_H_
#define FFT_RTC_HIP_AMD_COMPILERS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/hip/clang_compiler.h"
#include "fft/rtc/hip/hiprtc_compiler.h"

namespace fft::rtc {

// Makes a compiler that asks hipRTC first. If hipRTC does not know the architecture, the first
// clang that runs compiles. Code of both has the version of hipRTC, since no architecture is
// compiled by both. Without hipRTC the clang compiles everything; kUnavailable if there is neither.
// If the HIP runtime must not be loaded and no other library has hipRTC, AMD's code object manager
// takes hipRTC's place. Only hipRTC answers a ProbeRequest, which asks what hipRTC survives.
absl::StatusOr<std::unique_ptr<Compiler>> MakeAmdCompilers(const HiprtcOptions& hiprtc = {},
                                                           const ClangOptions& clang = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_AMD_COMPILERS_H_
