// A compiler that is opened when it is first needed, since most programs never need it.
#ifndef FFT_RTC_OPENED_LATER_H_
#define FFT_RTC_OPENED_LATER_H_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"

namespace fft::rtc {

// Opens a compiler at the first Get, and keeps it or the error. Thread safe. For example:
//
//   OpenedLater<Compiler> nvrtc([] { return MakeNvrtcCompiler({}); });
//   FFT_ASSIGN_OR_RETURN(Compiler* const compiler, nvrtc.Get());
template <typename Kind>
class OpenedLater {
 public:
  using Open = std::function<absl::StatusOr<std::unique_ptr<Kind>>()>;
  explicit OpenedLater(Open open) : open_(std::move(open)) {}

  // The compiler, or the error of opening it. It is opened once, and lives as long as this object.
  absl::StatusOr<Kind*> Get() {
    std::lock_guard lock(mutex_);
    if (!opened_) opened_ = open_();
    if (!opened_->ok()) return opened_->status();
    return (*opened_)->get();
  }

  // Lets the next Get open the compiler again if opening it has failed.
  void Retry() {
    std::lock_guard lock(mutex_);
    if (opened_ && !opened_->ok()) opened_.reset();
  }

 private:
  const Open open_;
  std::mutex mutex_;
  std::optional<absl::StatusOr<std::unique_ptr<Kind>>> opened_;  // guarded by mutex_
};

}  // namespace fft::rtc

#endif  // FFT_RTC_OPENED_LATER_H_
