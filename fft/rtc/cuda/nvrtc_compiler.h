// Compiles CUDA source for NVIDIA GPUs with NVRTC, in process, loaded at run time.
//
// The result is a cubin for the real architecture of the request, so no driver compiles anything at
// load time, and compiling needs neither a GPU nor a driver. The log has the assembler's register
// and spill figures. For a request with objects the result is LTO-IR, which is code for linking;
// nvjitlink_compiler.h links it to the objects.

#ifndef FFT_RTC_CUDA_NVRTC_COMPILER_H_
#define FFT_RTC_CUDA_NVRTC_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

struct NvrtcOptions {
  // Path of the library; empty searches, see NvrtcCandidates.
  std::string library;
  // Searched before the usual places.
  std::vector<std::string> folders;
};

// Makes the compiler. kUnavailable if no library is found (the error lists what was tried) or an
// entry point is missing from it.
absl::StatusOr<std::unique_ptr<Compiler>> MakeNvrtcCompiler(const NvrtcOptions& options = {});

// The candidates of toolkit_libraries.h for NVRTC.
std::vector<std::string> NvrtcCandidates(const NvrtcOptions& options);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_NVRTC_COMPILER_H_
