// Compiles LLVM's intermediate representation in this process, with libLLVM opened at run time. It
// needs no child process and no temporary file. The result is a relocatable object
// (relocatable_object.h).

#ifndef FFT_RTC_HOST_LLVM_COMPILER_H_
#define FFT_RTC_HOST_LLVM_COMPILER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

struct LlvmOptions {
  // Name or path of libLLVM; empty takes the newest of releases 19 to 15 that loads.
  // Release 14 has to be named. It reads opaque pointers only with an option of the whole library,
  // which the program may use as well.
  std::string library;
  // LLVM passes to run over a kernel, as the `-passes` option of LLVM's tools spells them; empty:
  // the usual ones.
  std::string passes;
  // A processor by LLVM's name; empty: this processor with all its features.
  std::string processor;
  // The trial of a release. It is called before this process compiles with a release that the
  // project's tests do not run, or with passes that the user has named, since an error that LLVM
  // finds fatal ends the process. Its error says why the release is not used. If it is empty, there
  // is no trial.
  std::function<absl::Status(const std::string& library, const std::string& version)> trial;
};

// The names of a release's library, the likeliest first.
std::vector<std::string> LlvmLibraryNames(int release);

// Opens the library. kUnavailable, with the reason, if there is none, or if the processor cannot
// load relocatable objects.
absl::StatusOr<std::unique_ptr<Compiler>> MakeLlvmCompiler(const LlvmOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_LLVM_COMPILER_H_
