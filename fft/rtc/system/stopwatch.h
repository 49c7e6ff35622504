// Elapsed time by a clock that cannot be set.

#ifndef FFT_RTC_SYSTEM_STOPWATCH_H_
#define FFT_RTC_SYSTEM_STOPWATCH_H_

#include <chrono>

#include "absl/time/time.h"

namespace fft::rtc {

class Stopwatch {
 public:
  absl::Duration Elapsed() const {
    return absl::FromChrono(std::chrono::steady_clock::now() - start_);
  }
  double Milliseconds() const { return absl::ToDoubleMilliseconds(Elapsed()); }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_STOPWATCH_H_
