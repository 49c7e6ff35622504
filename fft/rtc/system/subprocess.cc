#include "fft/rtc/system/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/status.h"
#include "fft/rtc/system/blocked_signal.h"
#include "fft/rtc/system/child_process.h"

namespace fft::rtc {
namespace {

constexpr char kFolderPrefix[] = "fft_rtc_";

struct Stream {
  FileDescriptor reader;
  std::string* text = nullptr;
  bool is_open = true;

  // Reads the bytes that have already arrived.
  void Read() {
    char chunk[65536];
    while (is_open && text->size() <= kMostOutput) {
      const ssize_t got = read(reader.get(), chunk, sizeof(chunk));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      is_open = got > 0;
      if (is_open) text->append(chunk, static_cast<size_t>(got));
    }
  }
};

// Reads both streams until the child ends, both are closed, one has too many bytes, or the time is
// up.
void Drain(ChildProcess& child, Stream (&streams)[2], const Deadline& deadline) {
  // Without a descriptor, the loop checks from time to time whether the child has ended.
  const int longest = child.descriptor() >= 0 ? 1000 : 5;
  while (!deadline.IsOver() && (streams[0].is_open || streams[1].is_open)) {
    pollfd polls[3] = {{child.descriptor(), POLLIN, 0}};
    for (int i = 0; i < 2; ++i) {
      polls[i + 1] = {streams[i].is_open ? streams[i].reader.get() : -1, POLLIN, 0};
    }
    poll(polls, 3, std::min(longest, deadline.MillisecondsLeft()));
    const bool has_ended = child.HasEnded();
    for (Stream& stream : streams) {
      stream.Read();
      if (stream.text->size() > kMostOutput) return;
    }
    if (has_ended) return;
  }
}

// Prepares a forked child: no output, no core file, default reactions to signals, and an end even
// if the parent is gone.
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

// `parent` if it is given, else $TMPDIR, then /tmp.
std::string ParentFolder(const std::string& parent) {
  if (!parent.empty()) return parent;
  const char* variable = std::getenv("TMPDIR");
  return variable != nullptr && variable[0] != '\0' ? variable : "/tmp";
}

}  // namespace

absl::StatusOr<ProcessOutput> RunProcess(const std::vector<std::string>& argv,
                                         absl::Duration timeout, const CancelToken& cancel) {
  if (argv.empty()) return absl::InvalidArgumentError("no program to run");
  const Deadline deadline(timeout, cancel);
  FFT_ASSIGN_OR_RETURN(Pipe out, MakePipe());
  FFT_ASSIGN_OR_RETURN(Pipe err, MakePipe());
  FFT_ASSIGN_OR_RETURN(ChildProcess child, ChildProcess::Spawn(argv, {.out = out.writer.get(),
                                                                      .err = err.writer.get()}));
  out.writer.Close();
  err.writer.Close();

  ProcessOutput output;
  Stream streams[2] = {{std::move(out.reader), &output.standard_output},
                       {std::move(err.reader), &output.standard_error}};
  for (const Stream& stream : streams) {
    fcntl(stream.reader.get(), F_SETFL, fcntl(stream.reader.get(), F_GETFL) | O_NONBLOCK);
  }
  Drain(child, streams, deadline);
  for (const Stream& stream : streams) {
    if (stream.text->size() <= kMostOutput) continue;
    child.Kill();
    return absl::ResourceExhaustedError(
        absl::StrCat(argv[0], " wrote more than ", kMostOutput, " bytes and was killed"));
  }
  absl::StatusOr<ChildExit> exit = child.Await(deadline);
  if (!exit.ok()) {
    if (deadline.IsCancelled()) {
      return absl::CancelledError(absl::StrCat(argv[0], " was cancelled and killed"));
    }
    return absl::Status(exit.status().code(), absl::StrCat(argv[0], " ", exit.status().message()));
  }
  output.exit = *exit;
  return output;
}

absl::StatusOr<ChildExit> CallInChild(const std::function<int()>& body, absl::Duration timeout) {
  // The value also comes through a pipe, since the program may wait for the child and get its exit
  // status.
  FFT_ASSIGN_OR_RETURN(Pipe value, MakePipe());
  const pid_t pid = fork();
  if (pid < 0) return absl::UnavailableError(absl::StrCat("fork: ", ErrnoText(errno)));
  if (pid == 0) {
    IsolateChild(timeout);
    const int code = body();
    const ssize_t told = write(value.writer.get(), &code, sizeof(code));
    _exit(told == sizeof(code) ? code : 255);
  }
  ChildProcess child(pid);
  value.writer.Close();
  FFT_ASSIGN_OR_RETURN(ChildExit exit, child.Await(Deadline(timeout)));
  int code = 0;
  if (!exit.is_known && read(value.reader.get(), &code, sizeof(code)) == sizeof(code)) {
    exit = {.exit_code = code & 0xff};
  }
  return exit;
}

absl::StatusOr<TemporaryFolder> TemporaryFolder::Create(const std::string& parent) {
  const std::string base = ParentFolder(parent);
  std::string path = absl::StrCat(base, "/", kFolderPrefix, "XXXXXX");
  if (mkdtemp(path.data()) == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("a temporary folder in ", base, " cannot be made: ", ErrnoText(errno)));
  }
  FileDescriptor lock(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // If a folder cannot be locked, a sweep may remove it after a minute although it is in use.
  if (lock.get() >= 0) flock(lock.get(), LOCK_EX | LOCK_NB);
  return TemporaryFolder(std::move(path), std::move(lock));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  try {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {
    // A later sweep removes the folder, with the folders of dead processes.
  }
}

int SweepTemporaryFolders(const std::string& parent, absl::Duration age) {
  namespace fs = std::filesystem;
  int removed = 0;
  std::error_code error;
  for (fs::directory_iterator entry(ParentFolder(parent), error), end; !error && entry != end;
       entry.increment(error)) {
    if (!absl::StartsWith(entry->path().filename().string(), kFolderPrefix)) continue;
    const FileDescriptor folder(
        open(entry->path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info;
    if (folder.get() < 0 || fstat(folder.get(), &info) != 0 || info.st_uid != geteuid()) continue;
    if (absl::Now() - absl::TimeFromTimespec(info.st_mtim) < age) continue;
    if (flock(folder.get(), LOCK_EX | LOCK_NB) != 0) continue;
    std::error_code ignored;
    fs::remove_all(entry->path(), ignored);
    ++removed;
  }
  return removed;
}

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) {
    return absl::UnavailableError(absl::StrCat(path, " cannot be read: ", ErrnoText(errno)));
  }
  struct stat info;
  if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::UnavailableError(absl::StrCat(path, " cannot be read: it is no regular file"));
  }
  std::string contents;
  // A file of known size is read in one go. Files of the kernel (/proc) do not tell their size.
  std::string chunk(std::clamp<off_t>(info.st_size + 1, 4096, 1 << 20), '\0');
  while (true) {
    const ssize_t got = read(file.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return absl::UnavailableError(absl::StrCat(path, " cannot be read: ", ErrnoText(errno)));
    }
    if (got == 0) return contents;
    contents.append(chunk, 0, static_cast<size_t>(got));
    if (contents.size() > most_bytes) {
      return absl::ResourceExhaustedError(
          absl::StrCat(path, " has more than ", most_bytes, " bytes"));
    }
  }
}

absl::Status WriteFile(const std::string& path, const std::string& contents) {
  const BlockedSignal guard(SIGXFSZ);
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (!file) {
    return absl::UnavailableError(absl::StrCat(path, " cannot be written: ", ErrnoText(errno)));
  }
  return absl::OkStatus();
}

}  // namespace fft::rtc
