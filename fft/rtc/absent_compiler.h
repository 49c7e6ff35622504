// Stands in for a compiler that is not installed. Kernels that are in a cache need no compiler.

#ifndef FFT_RTC_ABSENT_COMPILER_H_
#define FFT_RTC_ABSENT_COMPILER_H_

#include <memory>

#include "absl/status/status.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// A compiler whose Compile fails with `why`, which says what was looked for.
std::unique_ptr<Compiler> MakeAbsentCompiler(absl::Status why);

}  // namespace fft::rtc

#endif  // FFT_RTC_ABSENT_COMPILER_H_
