// A library of failing_calls.c, which stands in front of another library.
#ifndef FFT_RTC_TESTING_FAILING_CALLS_FAILING_LIBRARY_H_
#define FFT_RTC_TESTING_FAILING_CALLS_FAILING_LIBRARY_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

class FailingLibrary {
 public:
  // Opens failing_NAME, which stands in front of the library at `behind`.
  static absl::StatusOr<FailingLibrary> Open(const std::string& name, const std::string& behind);
  // Makes the n-th call from now on return `error`, and with `is_lasting` all later calls too. With
  // n 0 no call fails. Returns the number of calls since the last time.
  int FailNth(int n, int error = 0, bool is_lasting = false) const {
    return fail_nth_(n, error, is_lasting);
  }
  // The number of things that were made and not released.
  int live() const { return live_(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int (*fail_nth_)(int, int, int) = nullptr;
  int (*live_)() = nullptr;
};

// One run of what is tested. It returns an error, or Ok if the results are right.
using FaultCycle = std::function<absl::Status()>;

// Runs `cycle` while the n-th call of `library` returns `error`, first only that call and then all
// later ones too, for n from 1 until a cycle meets no fault. After each run it runs `cycle` once
// without faults. Returns the largest n that failed, or what is wrong: a cycle that leaves
// something behind or fails without a fault, or an error that does not contain `named`.
absl::StatusOr<int> FailEveryCall(const FailingLibrary& library, int error, absl::string_view named,
                                  const FaultCycle& cycle);

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_FAILING_CALLS_FAILING_LIBRARY_H_
