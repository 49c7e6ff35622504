// The compilers of kernels for NVIDIA GPUs: the driver's compiler and nvJitLink, which read PTX,
// and NVRTC, which reads CUDA C++.

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
  kAuto,  // as kPtx if something compiles PTX, else as kCpp
  kPtx,   // C++ only for kernels that have no PTX
  kCpp,
};

// "auto" (or nothing), "ptx" or "c++".
absl::StatusOr<CudaLanguage> ParseCudaLanguage(absl::string_view text);

struct CudaCompilerOptions {
  CudaLanguage language = CudaLanguage::kCpp;
  // Options of the driver's compiler. If absent, that compiler is not used, so that results do not
  // depend on the machine's driver.
  std::optional<PtxOptions> driver = PtxOptions{};
  NvJitLinkOptions nvjitlink;
  NvrtcOptions nvrtc;
};

// The compilers of a language as one. With kCpp NVRTC compiles everything. Otherwise PTX
// (kPtxMarker) goes to the driver, or to nvJitLink if there is no driver, and all else goes to
// NVRTC. nvJitLink links kernels to CompileRequest::objects. A compiler that only some kernels need
// is opened when the first of them comes, and only these kernels fail if it is absent. kUnavailable
// if there is no compiler at all.
absl::StatusOr<std::unique_ptr<Compiler>> MakeCudaCompilers(const CudaCompilerOptions& options);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_COMPILERS_H_
