// The compilers of kernels for NVIDIA GPUs: the driver's, which reads PTX, and NVRTC, which reads
// CUDA C++.

#ifndef FFT_RTC_CUDA_CUDA_COMPILERS_H_
#define FFT_RTC_CUDA_CUDA_COMPILERS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/cuda/ptx_compiler.h"

namespace fft::rtc {

enum class CudaLanguage {
  kAuto,  // as kPtx where the driver is installed, else as kCpp
  kPtx,   // C++ for what has no PTX alone
  kCpp,
};

// "auto" (or nothing), "ptx" or "c++".
absl::StatusOr<CudaLanguage> ParseCudaLanguage(absl::string_view text);

// NVRTC under kCpp, and under kAuto where there is no driver. Otherwise a compiler that sends PTX
// (kPtxMarker) to the driver and all else to NVRTC, which is opened when it is first needed: its
// absence is an error of the kernels that need it. kUnavailable where there is neither.
absl::StatusOr<std::unique_ptr<Compiler>> MakeCudaCompilers(CudaLanguage language,
                                                            const NvrtcOptions& nvrtc,
                                                            const PtxOptions& ptx);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_COMPILERS_H_
