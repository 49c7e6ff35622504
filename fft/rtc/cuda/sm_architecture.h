// Names of NVIDIA's architectures.

#ifndef FFT_RTC_CUDA_SM_ARCHITECTURE_H_
#define FFT_RTC_CUDA_SM_ARCHITECTURE_H_

#include <optional>

#include "absl/strings/string_view.h"

namespace fft::rtc {

struct SmArchitecture {
  int number = 0;  // 90 of "sm_90"
  // 'a' if code uses features of only that architecture, 'f' if of only its family; else 0.
  char feature = 0;
};

// The parts of a name such as "sm_90", "sm_90a" or "sm_120f". Returns nothing for other names.
// Numbers of real architectures have two or three digits.
std::optional<SmArchitecture> ParseSmArchitecture(absl::string_view name);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_SM_ARCHITECTURE_H_
