// Child processes: programs that run without a shell, and functions that run where a crash does no
// harm.

#ifndef FFT_RTC_SYSTEM_SUBPROCESS_H_
#define FFT_RTC_SYSTEM_SUBPROCESS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/base/cancel.h"
#include "fft/rtc/system/child_process.h"

namespace fft::rtc {

struct ProcessOutput {
  ChildExit exit;
  std::string standard_output;
  std::string standard_error;
};

inline constexpr size_t kMostOutput = 16 << 20;
inline constexpr size_t kMostFileBytes = size_t{1} << 30;

// Runs argv[0] (looked up in PATH) with empty input, in a process group of its own, which is killed
// when the time is up. Its output ends when the program ends, even if a process that it leaves
// behind keeps the pipes open. kUnavailable if the program cannot be started, kDeadlineExceeded if
// it does not end in time, kCancelled if `cancel` came first (the program is then killed, too),
// kResourceExhausted if it writes more than kMostOutput bytes. Thread-safe.
absl::StatusOr<ProcessOutput> RunProcess(const std::vector<std::string>& argv,
                                         absl::Duration timeout, const CancelToken& cancel = {});

// Calls `body` in a fork of this process, silenced, and returns its value as the exit code. `body`
// shares no memory with the caller and must not take locks that other threads may hold now.
// kUnavailable if the process cannot fork, kDeadlineExceeded if `body` does not return in time.
absl::StatusOr<ChildExit> CallInChild(const std::function<int()>& body, absl::Duration timeout);

// A new private folder, removed with its contents at the end of its life. It is locked while it is
// in use, which distinguishes it from folders that killed processes leave behind.
class TemporaryFolder {
 public:
  // `parent` empty means $TMPDIR, then /tmp. kUnavailable if the folder cannot be made.
  static absl::StatusOr<TemporaryFolder> Create(const std::string& parent);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  TemporaryFolder(std::string path, FileDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;
  FileDescriptor lock_;
};

// Removes the folders of this user's processes that have ended, if they were made at least `age`
// ago (a new folder is not locked at once). `parent` is as in TemporaryFolder::Create. Returns the
// number of removed folders.
int SweepTemporaryFolders(const std::string& parent, absl::Duration age = absl::Minutes(1));

// Read and write whole files. Errors name the path: kUnavailable, or kResourceExhausted if a file
// is larger than `most_bytes`. Only regular files are read, since reading others might never end.
absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes = kMostFileBytes);
absl::Status WriteFile(const std::string& path, const std::string& contents);

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_SUBPROCESS_H_
