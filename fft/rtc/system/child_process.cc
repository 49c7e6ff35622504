#include "fft/rtc/system/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/cancellable_wait.h"

extern char** environ;

namespace fft::rtc {
namespace {

absl::Status PipeError() {
  return absl::UnavailableError(absl::StrCat("pipe: ", ErrnoText(errno)));
}

// Moves a descriptor to a number above those of the standard streams.
absl::Status LiftAboveStreams(FileDescriptor& descriptor) {
  constexpr int kFirstFree = 3;
  if (descriptor.get() >= kFirstFree) return absl::OkStatus();
  const int lifted = fcntl(descriptor.get(), F_DUPFD_CLOEXEC, kFirstFree);
  if (lifted < 0) return PipeError();
  descriptor = FileDescriptor(lifted);
  return absl::OkStatus();
}

void AddStream(posix_spawn_file_actions_t& actions, int from, int to) {
  if (from >= 0) {
    posix_spawn_file_actions_adddup2(&actions, from, to);
  } else {
    posix_spawn_file_actions_addopen(&actions, to, "/dev/null", O_RDWR, 0);
  }
}

// A descriptor of a process; -1 if the system gives none. `is_gone` then tells whether the process
// has ended and somebody has waited for it.
int OpenProcess(pid_t pid, bool& is_gone) {
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  is_gone = descriptor < 0 && errno == ESRCH;
  return descriptor;
}

ChildExit ExitOf(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return {.exit_code = info.si_status};
  return {.signal = info.si_status};
}

// The pause between two looks at a child on systems without descriptors of processes.
constexpr int kPauseMilliseconds = 5;

}  // namespace

std::string ErrnoText(int error) { return std::system_category().message(error); }

void FileDescriptor::Close() {
  if (fd_ >= 0) close(std::exchange(fd_, -1));
}

absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return PipeError();
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  FFT_RETURN_IF_ERROR(LiftAboveStreams(pipe.reader));
  FFT_RETURN_IF_ERROR(LiftAboveStreams(pipe.writer));
  return pipe;
}

int Deadline::MillisecondsLeft() const {
  const int64_t left = absl::ToInt64Milliseconds(timeout_ - watch_.Elapsed());
  return static_cast<int>(std::clamp<int64_t>(left, 0, kCancelMilliseconds));
}

std::string ChildExit::Describe() const {
  if (!is_known) return "an unknown exit status";
  if (signal != 0) {
    const char* text = sigdescr_np(signal);
    return absl::StrCat("signal ", signal, " (", text == nullptr ? "unknown" : text, ")");
  }
  return absl::StrCat("exit code ", exit_code);
}

absl::StatusOr<ChildProcess> ChildProcess::Spawn(const std::vector<std::string>& argv,
                                                 const ChildStreams& streams) {
  std::vector<char*> arguments;
  for (const std::string& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  AddStream(actions, streams.in, 0);
  AddStream(actions, streams.out, 1);
  AddStream(actions, streams.err, 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t pid = 0;
  const int error =
      posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return absl::UnavailableError(absl::StrCat(argv[0], " cannot be run: ", ErrnoText(error)));
  }
  return ChildProcess(pid);
}

ChildProcess::ChildProcess(pid_t pid) : pid_(pid), owner_(getpid()) {
  descriptor_ = FileDescriptor(OpenProcess(pid, has_ended_));
  exit_.is_known = !has_ended_;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      owner_(other.owner_),
      descriptor_(std::move(other.descriptor_)),
      has_ended_(other.has_ended_),
      exit_(other.exit_) {}

ChildProcess::~ChildProcess() {
  if (is_ours()) Kill();
}

bool ChildProcess::HasEnded() {
  if (has_ended_) return true;
  siginfo_t info = {};
  const int descriptor = descriptor_.get();
  const int result = descriptor >= 0
                         ? waitid(P_PIDFD, static_cast<id_t>(descriptor), &info, WEXITED | WNOHANG)
                         : waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG);
  if (result == 0 && info.si_pid == 0) return false;
  if (result != 0 && errno == EINTR) return false;
  has_ended_ = true;
  // Any other result is the error ECHILD: the system, or the program, has taken the status.
  exit_ = result == 0 ? ExitOf(info) : ChildExit{.is_known = false};
  return true;
}

void ChildProcess::Pause(int milliseconds) const {
  pollfd end = {descriptor_.get(), POLLIN, 0};
  if (end.fd < 0) milliseconds = std::min(milliseconds, kPauseMilliseconds);
  poll(&end, 1, milliseconds);
}

void ChildProcess::Kill() {
  // The number of a child stays its own until somebody has waited for it.
  if (HasEnded()) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (!HasEnded()) Pause(1000);
}

absl::StatusOr<ChildExit> ChildProcess::Await(const Deadline& deadline) {
  while (!HasEnded()) {
    if (deadline.IsOver()) {
      Kill();
      return absl::DeadlineExceededError("did not end in time and was killed");
    }
    Pause(deadline.MillisecondsLeft());
  }
  return exit_;
}

}  // namespace fft::rtc
