// Compiles C++ source to a shared object with the system's C++ compiler, run as a child process
// without a shell.
//
// Every compile works in a private temporary folder, which is removed afterwards. Entry points have
// the signature of HostKernelFunction (host_device.h).

#ifndef FFT_RTC_HOST_HOST_COMPILER_H_
#define FFT_RTC_HOST_HOST_COMPILER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// The instructions that host kernels may use.
enum class HostProcessor {
  kNative,  // all of this machine's processor
  kAvx2,    // no vectors longer than 32 bytes
  kAvx512,
};

// Reads "native", "avx2" or "avx512"; empty is native. Returns an error if this processor lacks the
// vectors.
absl::StatusOr<HostProcessor> ParseHostProcessor(absl::string_view text);

// The compilers' name of a processor: "native", "x86-64-v3", "x86-64-v4".
std::string CompilerName(HostProcessor processor);

// Vectorising flags of the C++ compiler.
std::vector<std::string> HostFlags(HostProcessor processor);
inline std::vector<std::string> DefaultHostFlags() { return HostFlags(HostProcessor::kNative); }

struct HostCompilerOptions {
  // Name (looked up in PATH), path, or a command with its first arguments ("ccache g++"); empty
  // takes the first of c++, g++, clang++ that runs.
  std::string compiler;
  std::vector<std::string> flags = DefaultHostFlags();
  absl::Duration timeout = absl::Seconds(120);
  // Parent of the temporary folders; empty means $TMPDIR, then /tmp.
  std::string temp_folder;
};

// Asks whether a compiler of these options can be run; kUnavailable says why not.
absl::Status FindHostCompiler(const HostCompilerOptions& options);

// Makes the compiler. Nothing is run until something has to be compiled, so kernels in a cache need
// no compiler. Version() is made of the command, the flags and this processor's features. So code
// for another processor is never taken from a cache, but code of another release of the compiler
// is. If no compiler can be run, compiles are kUnavailable. kInvalidArgument if `compiler` is
// blank.
absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompiler(const HostCompilerOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_HOST_COMPILER_H_
