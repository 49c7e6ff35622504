// Names of NVIDIA's architectures.

#ifndef FFT_RTC_CUDA_SM_ARCHITECTURE_H_
#define FFT_RTC_CUDA_SM_ARCHITECTURE_H_

#include <optional>

#include "absl/strings/string_view.h"

namespace fft::rtc {

struct SmArchitecture {
  int number = 0;  // 90 of "sm_90"
  // 'a' or 'f' with features of that architecture, or of its family, alone; else 0.
  char feature = 0;
};

// Nothing for what is no name of a real architecture: two or three digits, as in "sm_90", "sm_90a",
// "sm_120f".
std::optional<SmArchitecture> ParseSmArchitecture(absl::string_view name);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_SM_ARCHITECTURE_H_
