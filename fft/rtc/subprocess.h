// Child processes: programs run without a shell, and functions tried out where a crash does no
// harm.

#ifndef FFT_RTC_SUBPROCESS_H_
#define FFT_RTC_SUBPROCESS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/rtc/child_process.h"

namespace fft::rtc {

struct ProcessOutput {
  ChildExit exit;
  std::string standard_output;
  std::string standard_error;
};

// Runs argv[0] (looked up in PATH) with empty input in a process group of its own, which is killed
// when time is up. Each output keeps its first 16 MiB. kUnavailable if the program cannot be
// started, kDeadlineExceeded if it does not end in time. Thread-safe.
absl::StatusOr<ProcessOutput> RunProcess(const std::vector<std::string>& argv,
                                         absl::Duration timeout);

// Calls `body` in a fork of this process, silenced, and returns its value as the exit code. `body`
// shares no memory with the caller and must not take locks that other threads may hold now.
// kUnavailable if the process cannot fork, kDeadlineExceeded if `body` does not return in time.
absl::StatusOr<ChildExit> CallInChild(const std::function<int()>& body, absl::Duration timeout);

// A new private folder, removed with its contents at the end of its life.
class TemporaryFolder {
 public:
  // `parent` empty means $TMPDIR, then /tmp. kUnavailable if the folder cannot be made.
  static absl::StatusOr<TemporaryFolder> Create(const std::string& parent);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

// Whole files. Errors name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);
absl::Status WriteFile(const std::string& path, const std::string& contents);

}  // namespace fft::rtc

#endif  // FFT_RTC_SUBPROCESS_H_
