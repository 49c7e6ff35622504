#include "fft/rtc/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/child_process.h"

namespace fft::rtc {
namespace {

constexpr size_t kMostOutput = 16 << 20;

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

absl::StatusOr<ProcessOutput> RunProcess(const std::vector<std::string>& argv,
                                         absl::Duration timeout) {
  if (argv.empty()) return absl::InvalidArgumentError("no program to run");
  const Deadline deadline(timeout);
  FFT_ASSIGN_OR_RETURN(Pipe out, MakePipe());
  FFT_ASSIGN_OR_RETURN(Pipe err, MakePipe());
  FFT_ASSIGN_OR_RETURN(const pid_t pid,
                       SpawnChild(argv, {.out = out.writer.get(), .err = err.writer.get()}));
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
