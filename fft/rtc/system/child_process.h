// The parts of running child processes that the one-shot commands of subprocess.h and the
// long-lived helpers (helper/helper_process.h) share. POSIX.

#ifndef FFT_RTC_SYSTEM_CHILD_PROCESS_H_
#define FFT_RTC_SYSTEM_CHILD_PROCESS_H_

#include <sys/types.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/base/cancel.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::rtc {

// The system's text for an errno value.
std::string ErrnoText(int error);

// A descriptor that is closed at the end of the object's life.
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

// Makes a pipe. Both ends are closed on exec, and their numbers are above those of the standard
// streams, even if the process has closed some of these.
absl::StatusOr<Pipe> MakePipe();

// A limit on a child's time, which a cancellation ends early.
class Deadline {
 public:
  explicit Deadline(absl::Duration timeout, CancelToken cancel = {})
      : timeout_(timeout), cancel_(std::move(cancel)) {}

  bool IsOver() const { return IsCancelled() || watch_.Elapsed() >= timeout_; }
  bool IsCancelled() const { return cancel_.is_cancelled(); }
  // Milliseconds for poll(). poll() has to be called again and again, since a cancellation may come
  // any time.
  int MillisecondsLeft() const;

 private:
  const Stopwatch watch_;
  const absl::Duration timeout_;
  const CancelToken cancel_;
};

// How a child ended.
struct ChildExit {
  int exit_code = 0;
  // The signal that ended it; 0 if it exited.
  int signal = 0;
  // False if the program ignores SIGCHLD or waits for any child, so that the system does not tell
  // the status to this library. The child is then judged by its results.
  bool is_known = true;

  bool ok() const { return is_known && exit_code == 0 && signal == 0; }
  // "exit code 1", "signal 6 (Aborted)" or "an unknown exit status".
  std::string Describe() const;
};

// The standard streams of the child. -1 stands for /dev/null.
struct ChildStreams {
  int in = -1;
  int out = -1;
  int err = -1;
};

// A child of this process, known by a descriptor if the system has descriptors of processes. The
// child's number may name another process as soon as the program has waited for the child. Not
// thread-safe.
class ChildProcess {
 public:
  // Starts argv[0] (looked up in PATH) in a process group of its own with default reactions to
  // signals. It inherits no descriptor but its streams: a long-lived child must not keep the
  // caller's sockets and pipes open. kUnavailable if it cannot be started.
  static absl::StatusOr<ChildProcess> Spawn(const std::vector<std::string>& argv,
                                            const ChildStreams& streams);

  // Takes over a child that a fork of this process made.
  explicit ChildProcess(pid_t pid);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  // Kills the child if it has not ended, unless this is a fork of the process that started it.
  ~ChildProcess();

  // Whether this process started the child. False in a fork of the process that started it.
  bool is_ours() const { return pid_ > 0 && owner_ == getpid(); }

  // Looks whether the child has ended, without waiting.
  bool HasEnded();
  // A descriptor for poll() that is readable once the child has ended; -1 if the system has none.
  int descriptor() const { return descriptor_.get(); }

  // Waits for the end until `deadline`, then kills the child and its process group.
  // kDeadlineExceeded if it had to be killed.
  absl::StatusOr<ChildExit> Await(const Deadline& deadline);
  // Kills the child and its group, and waits for the end.
  void Kill();

 private:
  void Pause(int milliseconds) const;

  pid_t pid_ = 0;
  pid_t owner_ = 0;
  FileDescriptor descriptor_;
  bool has_ended_ = false;
  ChildExit exit_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_CHILD_PROCESS_H_
