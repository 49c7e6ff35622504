// A compiler for tests: counts its compiles and can be told to be slow or to fail.

#ifndef FFT_RTC_TESTING_FAKE_COMPILER_H_
#define FFT_RTC_TESTING_FAKE_COMPILER_H_

#include <atomic>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// A compiler whose code object is "code of <source>". Sources that contain "fail" do not compile.
class FakeCompiler final : public Compiler {
 public:
  explicit FakeCompiler(absl::Duration time = absl::ZeroDuration()) : time_(time) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    const int running = ++running_;
    int most = most_running_;
    while (running > most && !most_running_.compare_exchange_weak(most, running)) {
    }
    ++compiles_;
    absl::SleepFor(time_);
    --running_;
    if (request.source.find("fail") != std::string::npos) {
      return absl::InvalidArgumentError(absl::StrCat(request.kernel_name, ": asked to fail"));
    }
    return CodeObject{absl::StrCat("code of ", request.source), "log", 1.5};
  }

  std::string Version() const override { return "fake 1"; }
  std::string name() const override { return "fake"; }

  int compiles() const { return compiles_; }
  int most_running() const { return most_running_; }

 private:
  const absl::Duration time_;
  std::atomic<int> compiles_ = 0;
  std::atomic<int> running_ = 0;
  std::atomic<int> most_running_ = 0;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_FAKE_COMPILER_H_
