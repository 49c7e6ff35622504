// Waits for other threads until the wait is cancelled.
#ifndef FFT_RTC_SYSTEM_CANCELLABLE_WAIT_H_
#define FFT_RTC_SYSTEM_CANCELLABLE_WAIT_H_

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "absl/status/status.h"
#include "fft/base/cancel.h"

namespace fft::rtc {

// How often a wait asks whether it is cancelled.
inline constexpr int kCancelMilliseconds = 20;

inline absl::Status CompileCancelled() { return absl::CancelledError("the compile was cancelled"); }

// Waits on `changed` until `is_done`; returns Cancelled if the token is cancelled first. `lock` is
// held before and after.
template <typename Done>
absl::Status WaitUnlessCancelled(std::condition_variable& changed,
                                 std::unique_lock<std::mutex>& lock, const CancelToken& cancel,
                                 const Done& is_done) {
  while (!is_done()) {
    if (cancel.is_cancelled()) return CompileCancelled();
    changed.wait_for(lock, std::chrono::milliseconds(kCancelMilliseconds));
  }
  return absl::OkStatus();
}

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_CANCELLABLE_WAIT_H_
