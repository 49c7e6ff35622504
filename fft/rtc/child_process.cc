#include "fft/rtc/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/status.h"

extern char** environ;

namespace fft::rtc {
namespace {

absl::Status PipeError() {
  return absl::UnavailableError(absl::StrCat("pipe: ", ErrnoText(errno)));
}

// Moves a descriptor out of the way of the standard streams.
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
  return static_cast<int>(std::clamp<int64_t>(left, 0, 1000));
}

std::string ChildExit::Describe() const {
  if (signal != 0) {
    const char* text = sigdescr_np(signal);
    return absl::StrCat("signal ", signal, " (", text == nullptr ? "unknown" : text, ")");
  }
  return absl::StrCat("exit code ", exit_code);
}

absl::StatusOr<pid_t> SpawnChild(const std::vector<std::string>& argv,
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
  return pid;
}

absl::StatusOr<ChildExit> AwaitChild(pid_t pid, const Deadline& deadline) {
  absl::Duration pause = absl::Microseconds(100);
  bool late = false;
  while (true) {
    int status = 0;
    const pid_t ended = waitpid(pid, &status, late ? 0 : WNOHANG);
    if (ended == pid) {
      if (late) return absl::DeadlineExceededError("did not end in time and was killed");
      ChildExit exit;
      if (WIFSIGNALED(status)) exit.signal = WTERMSIG(status);
      if (WIFEXITED(status)) exit.exit_code = WEXITSTATUS(status);
      return exit;
    }
    if (ended < 0 && errno != EINTR) {
      return absl::UnavailableError(
          absl::StrCat("the exit status of the child cannot be read: ", ErrnoText(errno)));
    }
    if (ended == 0 && deadline.IsOver()) {
      late = true;
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);
      continue;
    }
    absl::SleepFor(pause);
    pause = std::min(2 * pause, absl::Milliseconds(10));
  }
}

}  // namespace fft::rtc
