#include "fft/rtc/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/status.h"
#include "fft/rtc/stopwatch.h"

extern char** environ;

namespace fft::rtc {
namespace {

constexpr size_t kMostOutput = 16 << 20;

std::string ErrnoText(int error) { return std::system_category().message(error); }

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
  void Close() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

struct Pipe {
  FileDescriptor reader;
  FileDescriptor writer;
};

absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError(absl::StrCat("pipe: ", ErrnoText(errno)));
  }
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// A limit on a child's time.
class Deadline {
 public:
  explicit Deadline(absl::Duration timeout) : timeout_(timeout) {}

  bool IsOver() const { return watch_.Elapsed() >= timeout_; }
  // For poll(), which is asked again: at most one second.
  int MillisecondsLeft() const {
    const int64_t left = absl::ToInt64Milliseconds(timeout_ - watch_.Elapsed());
    return static_cast<int>(std::clamp<int64_t>(left, 0, 1000));
  }

 private:
  const Stopwatch watch_;
  const absl::Duration timeout_;
};

// Waits for `pid` until `deadline`, then kills it (and its group, if it leads one).
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

// Reads what is there; false at the end of the stream.
bool ReadSome(int fd, std::string& text) {
  char chunk[65536];
  const ssize_t got = read(fd, chunk, sizeof(chunk));
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  text.append(chunk, std::min<size_t>(got, kMostOutput - text.size()));
  return got > 0;
}

// Reads both pipes until both end or time is up.
void Drain(Pipe& out, Pipe& err, const Deadline& deadline, ProcessOutput& output) {
  pollfd polls[2] = {{out.reader.get(), POLLIN, 0}, {err.reader.get(), POLLIN, 0}};
  std::string* texts[2] = {&output.standard_output, &output.standard_error};
  while ((polls[0].fd >= 0 || polls[1].fd >= 0) && !deadline.IsOver()) {
    if (poll(polls, 2, deadline.MillisecondsLeft()) <= 0) continue;
    for (int i = 0; i < 2; ++i) {
      if (polls[i].fd >= 0 && polls[i].revents != 0 && !ReadSome(polls[i].fd, *texts[i])) {
        polls[i].fd = -1;
      }
    }
  }
}

absl::StatusOr<pid_t> Spawn(const std::vector<std::string>& argv, int out, int err) {
  std::vector<char*> arguments;
  for (const std::string& argument : argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
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

// The first steps of a forked child: no output, no core file, default reactions to signals, and an
// end even if the parent is gone.
void IsolateChild(absl::Duration timeout) {
  const int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2 && null >= 0; ++fd) dup2(null, fd);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (int number : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM, SIGTERM}) {
    signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  alarm(static_cast<unsigned>(absl::ToInt64Seconds(timeout)) + 1);
}

}  // namespace

std::string ChildExit::Describe() const {
  if (signal != 0) {
    const char* text = sigdescr_np(signal);
    return absl::StrCat("signal ", signal, " (", text == nullptr ? "unknown" : text, ")");
  }
  return absl::StrCat("exit code ", exit_code);
}

absl::StatusOr<ProcessOutput> RunProcess(const std::vector<std::string>& argv,
                                         absl::Duration timeout) {
  if (argv.empty()) return absl::InvalidArgumentError("no program to run");
  const Deadline deadline(timeout);
  FFT_ASSIGN_OR_RETURN(Pipe out, MakePipe());
  FFT_ASSIGN_OR_RETURN(Pipe err, MakePipe());
  FFT_ASSIGN_OR_RETURN(const pid_t pid, Spawn(argv, out.writer.get(), err.writer.get()));
  out.writer.Close();
  err.writer.Close();

  ProcessOutput output;
  Drain(out, err, deadline, output);
  absl::StatusOr<ChildExit> exit = AwaitChild(pid, deadline);
  if (!exit.ok()) {
    return absl::Status(exit.status().code(), absl::StrCat(argv[0], " ", exit.status().message()));
  }
  output.exit = *exit;
  return output;
}

absl::StatusOr<ChildExit> CallInChild(const std::function<int()>& body, absl::Duration timeout) {
  const pid_t pid = fork();
  if (pid < 0) return absl::UnavailableError(absl::StrCat("fork: ", ErrnoText(errno)));
  if (pid == 0) {
    IsolateChild(timeout);
    _exit(body());
  }
  return AwaitChild(pid, Deadline(timeout));
}

absl::StatusOr<TemporaryFolder> TemporaryFolder::Create(const std::string& parent) {
  std::string base = parent;
  if (base.empty()) {
    const char* variable = std::getenv("TMPDIR");
    base = variable != nullptr && variable[0] != '\0' ? variable : "/tmp";
  }
  std::string path = absl::StrCat(base, "/fft_rtc_XXXXXX");
  if (mkdtemp(path.data()) == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("a temporary folder in ", base, " cannot be made: ", ErrnoText(errno)));
  }
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream contents;
  if (file.is_open()) contents << file.rdbuf();
  if (!file.is_open() || file.bad()) {
    return absl::UnavailableError(absl::StrCat(path, " cannot be read"));
  }
  return std::move(contents).str();
}

absl::Status WriteFile(const std::string& path, const std::string& contents) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (!file) return absl::UnavailableError(absl::StrCat(path, " cannot be written"));
  return absl::OkStatus();
}

}  // namespace fft::rtc
