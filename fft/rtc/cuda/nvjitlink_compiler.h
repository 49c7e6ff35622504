// Compiles PTX for NVIDIA GPUs with nvJitLink, in process, loaded at run time. It serves machines
// that have a toolkit and neither driver nor GPU; with a driver, ptx_compiler.h does the same.

#ifndef FFT_RTC_CUDA_NVJITLINK_COMPILER_H_
#define FFT_RTC_CUDA_NVJITLINK_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

struct NvJitLinkOptions {
  // Path of the library; empty searches, see toolkit_libraries.h.
  std::string library;
  // Searched before the usual places.
  std::vector<std::string> folders;
};

// A compiler that also links.
class LinkingCompiler : public Compiler {
 public:
  // Links a kernel's code for linking (nvrtc_compiler.h) with the request's objects. The request's
  // source is not read. Errors are those of Compile.
  virtual absl::StatusOr<CodeObject> Link(const CompileRequest& request,
                                          const std::string& code) = 0;
};

// Makes the compiler. Its code objects are cubins for the architecture of the request; its log has
// the assembler's register and spill figures. kUnavailable if no library is found (the error lists
// what was tried) or an entry point is missing from it.
absl::StatusOr<std::unique_ptr<LinkingCompiler>> MakeNvJitLinkCompiler(
    const NvJitLinkOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_NVJITLINK_COMPILER_H_
