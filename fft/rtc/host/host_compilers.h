// The compilers of host kernels as one: LLVM in the process reads its intermediate representation,
// and the system's C++ compiler reads C++. If neither is installed, the intermediate representation
// is the code object, which the host device runs instruction by instruction (ir_program.h).

#ifndef FFT_RTC_HOST_HOST_COMPILERS_H_
#define FFT_RTC_HOST_HOST_COMPILERS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/host/host_compiler.h"
#include "fft/rtc/host/llvm_compiler.h"

namespace fft::rtc {

enum class HostLanguage {
  kCpp,   // the C++ compiler
  kLlvm,  // LLVM; an error if it is not installed
  kAuto,  // LLVM if it is installed, else the C++ compiler, else as kNone
  kNone,  // no compiler: what LLVM would compile is interpreted
};

// "auto", "llvm", "c++" or "none"; empty is auto.
absl::StatusOr<HostLanguage> ParseHostLanguage(absl::string_view text);

// Makes both compilers as one. Nothing is opened or run until something has to be compiled. Kernels
// with callbacks and bfloat16 kernels are C++, so they go to the C++ compiler whatever `language`
// says. The log of a code object that will be interpreted says what to install.
absl::StatusOr<std::unique_ptr<Compiler>> MakeHostCompilers(HostLanguage language,
                                                            const HostCompilerOptions& cpp,
                                                            const LlvmOptions& llvm);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_HOST_COMPILERS_H_
