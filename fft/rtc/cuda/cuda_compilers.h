// The compilers of kernels for NVIDIA GPUs: the driver's and nvJitLink, which read PTX, and NVRTC,
// which reads CUDA C++.

#ifndef FFT_RTC_CUDA_CUDA_COMPILERS_H_
#define FFT_RTC_CUDA_CUDA_COMPILERS_H_

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/cuda/nvjitlink_compiler.h"
#include "fft/rtc/cuda/nvrtc_compiler.h"
#include "fft/rtc/cuda/ptx_compiler.h"

namespace fft::rtc {

enum class CudaLanguage {
  kAuto,  // as kPtx where something compiles PTX, else as kCpp
  kPtx,   // C++ only for kernels that have no PTX
  kCpp,
};

// "auto" (or nothing), "ptx" or "c++".
absl::StatusOr<CudaLanguage> ParseCudaLanguage(absl::string_view text);

struct CudaCompilerOptions {
  CudaLanguage language = CudaLanguage::kCpp;
  // Options of the driver's compiler. Absent: the driver is left alone, so that the results do not
  // depend on it.
  std::optional<PtxOptions> driver = PtxOptions{};
  NvJitLinkOptions nvjitlink;
  NvrtcOptions nvrtc;
};

// The compilers of a language as one. With kCpp NVRTC compiles all. Otherwise PTX (kPtxMarker) goes
// to the driver, or where there is none to nvJitLink, and all else goes to NVRTC. nvJitLink links
// kernels to CompileRequest::objects. What only some kernels need is opened when it is first
// needed: its absence is an error of these kernels. kUnavailable where there is none of these.
absl::StatusOr<std::unique_ptr<Compiler>> MakeCudaCompilers(const CudaCompilerOptions& options);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_COMPILERS_H_
