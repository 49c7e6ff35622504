// Compiles HIP source for AMD GPUs with a clang of Debian's or ROCm's, run as a child process
// without a shell. It needs no ROCm, because hip_prelude.h is put in front of the source.
//
// Every compile works in a private temporary folder, which is removed afterwards.

#ifndef FFT_RTC_HIP_CLANG_COMPILER_H_
#define FFT_RTC_HIP_CLANG_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// Names of the releases that compile for all of this library's AMD targets, newest first.
std::vector<std::string> ClangNames();

struct ClangOptions {
  // Names (looked up in PATH) or paths; the first one that runs is taken.
  std::vector<std::string> commands = ClangNames();
  absl::Duration timeout = absl::Seconds(120);
};

// Makes the compiler. It runs the commands to find one; kUnavailable, with the reasons, if none
// runs.
absl::StatusOr<std::unique_ptr<Compiler>> MakeClangCompiler(const ClangOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_CLANG_COMPILER_H_
