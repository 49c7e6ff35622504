// The parts of running child processes that the one-shot commands of subprocess.h and the
// long-lived helpers (helper/helper_process.h) share. POSIX.

#ifndef FFT_RTC_CHILD_PROCESS_H_
#define FFT_RTC_CHILD_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/rtc/stopwatch.h"

namespace fft::rtc {

// The system's text for an errno value.
std::string ErrnoText(int error);

// Closes its descriptor at the end of its life.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor() { Close(); }

  int get() const { return fd_; }
  void Close();

 private:
  int fd_ = -1;
};

struct Pipe {
  FileDescriptor reader;
  FileDescriptor writer;
};

// Both ends are closed on exec and lie above the standard streams, also where the process has
// closed some of those.
absl::StatusOr<Pipe> MakePipe();

// A limit on a child's time.
class Deadline {
 public:
  explicit Deadline(absl::Duration timeout) : timeout_(timeout) {}

  bool IsOver() const { return watch_.Elapsed() >= timeout_; }
  // For poll(), which is asked again: at most one second.
  int MillisecondsLeft() const;

 private:
  const Stopwatch watch_;
  const absl::Duration timeout_;
};

// How a child ended.
struct ChildExit {
  int exit_code = 0;
  // The signal that ended it; 0 if it exited.
  int signal = 0;

  bool ok() const { return exit_code == 0 && signal == 0; }
  // "exit code 1" or "signal 6 (Aborted)".
  std::string Describe() const;
};

// What the child gets as its standard streams. -1 stands for /dev/null.
struct ChildStreams {
  int in = -1;
  int out = -1;
  int err = -1;
};

// Starts argv[0] (looked up in PATH) in a process group of its own with default reactions to
// signals. It inherits no descriptor but its streams: a long-lived child must not keep the caller's
// sockets and pipes open. kUnavailable if it cannot be started.
absl::StatusOr<pid_t> SpawnChild(const std::vector<std::string>& argv, const ChildStreams& streams);

// Waits for `pid` until `deadline`, then kills it (and its group, if it leads one).
// kDeadlineExceeded if it had to be killed.
absl::StatusOr<ChildExit> AwaitChild(pid_t pid, const Deadline& deadline);

}  // namespace fft::rtc

#endif  // FFT_RTC_CHILD_PROCESS_H_
