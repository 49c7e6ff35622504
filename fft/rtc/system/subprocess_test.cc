#include "fft/rtc/system/subprocess.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(RunProcess, CapturesBothOutputsAndTheExitCode) {
  auto output = RunProcess({"sh", "-c", "echo out; echo err >&2; exit 3"}, absl::Seconds(20));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->standard_output, "out\n");
  EXPECT_EQ(output->standard_error, "err\n");
  EXPECT_EQ(output->exit.exit_code, 3);
  EXPECT_EQ(output->exit.Describe(), "exit code 3");
}

TEST(RunProcess, PassesArgumentsWithoutAShell) {
  auto output = RunProcess({"printf", "%s|", "a b", "$HOME", "`x`"}, absl::Seconds(20));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->standard_output, "a b|$HOME|`x`|");
}

TEST(RunProcess, LargeOutputDoesNotBlock) {
  auto output = RunProcess({"sh", "-c", "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2"},
                           absl::Seconds(20));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->standard_output.size(), 3000000u);
  EXPECT_EQ(output->standard_error.size(), 2000000u);
}

TEST(RunProcess, ReportsSignals) {
  auto output = RunProcess({"sh", "-c", "kill -SEGV $$"}, absl::Seconds(20));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->exit.signal, SIGSEGV);
  EXPECT_FALSE(output->exit.ok());
}

TEST(RunProcess, KillsTheWholeGroupWhenTimeIsUp) {
  const absl::Time start = absl::Now();
  auto output = RunProcess({"sh", "-c", "sleep 60 & sleep 60"}, absl::Milliseconds(300));
  EXPECT_EQ(output.status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_LT(absl::Now() - start, absl::Seconds(20));
}

TEST(RunProcess, KillsAProgramThatClosedItsOutputs) {
  auto output = RunProcess({"sh", "-c", "exec sleep 60 >&- 2>&-"}, absl::Milliseconds(300));
  EXPECT_EQ(output.status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST(RunProcess, UnknownProgramIsUnavailable) {
  auto output = RunProcess({"no-such-program-here"}, absl::Seconds(5));
  EXPECT_EQ(output.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(output.status().message().find("no-such-program-here"), std::string::npos);
  EXPECT_EQ(RunProcess({}, absl::Seconds(5)).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(CallInChild, ReturnsTheExitCode) {
  auto exit = CallInChild([] { return 7; }, absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_EQ(exit->exit_code, 7);
}

TEST(CallInChild, SurvivesAbort) {
  auto exit = CallInChild([]() -> int { std::abort(); }, absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_EQ(exit->signal, SIGABRT);
  EXPECT_NE(exit->Describe().find("Abort"), std::string::npos);
}

TEST(CallInChild, EndsAHangingBody) {
  auto body = [] {
    pause();
    return 0;
  };
  auto exit = CallInChild(body, absl::Milliseconds(200));
  EXPECT_EQ(exit.status().code(), absl::StatusCode::kDeadlineExceeded);
}

// Sets the reaction to SIGCHLD as a program may have done.
class WithChildSignal {
 public:
  explicit WithChildSignal(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGCHLD, &action, &before_);
  }
  ~WithChildSignal() { sigaction(SIGCHLD, &before_, nullptr); }

 private:
  struct sigaction before_;
};

void ReapEverything(int) {
  const int error = errno;
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  errno = error;
}

TEST(RunProcess, WorksWhereTheProgramIgnoresItsChildren) {
  const WithChildSignal ignored(SIG_IGN);
  auto output = RunProcess({"sh", "-c", "echo out; echo err >&2; exit 3"}, absl::Seconds(20));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->standard_output, "out\n");
  EXPECT_EQ(output->standard_error, "err\n");
  EXPECT_FALSE(output->exit.is_known);
  EXPECT_FALSE(output->exit.ok());
  EXPECT_EQ(output->exit.Describe(), "an unknown exit status");
  struct sigaction now;
  sigaction(SIGCHLD, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_IGN) << "the program's reaction stays as it was";
}

TEST(RunProcess, WorksWhereTheProgramReapsEverything) {
  const WithChildSignal reaper(ReapEverything);
  for (int i = 0; i < 20; ++i) {
    auto output = RunProcess({"sh", "-c", "echo out"}, absl::Seconds(20));
    ASSERT_TRUE(output.ok()) << output.status();
    EXPECT_EQ(output->standard_output, "out\n");
  }
  EXPECT_EQ(RunProcess({"sleep", "60"}, absl::Milliseconds(100)).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(RunProcess, OutputEndsWithTheProgramNotWithItsDaemons) {
  const absl::Time start = absl::Now();
  auto output = RunProcess({"sh", "-c", "sleep 50 & echo out"}, absl::Seconds(40));
  ASSERT_TRUE(output.ok()) << output.status();
  EXPECT_EQ(output->standard_output, "out\n");
  EXPECT_LT(absl::Now() - start, absl::Seconds(10));
}

TEST(RunProcess, EndlessOutputIsAnError) {
  for (const char* command : {"yes", "yes >&2"}) {
    auto output = RunProcess({"sh", "-c", command}, absl::Seconds(60));
    EXPECT_EQ(output.status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_NE(output.status().message().find("16777216"), std::string::npos) << output.status();
  }
}

int OpenFiles() {
  namespace fs = std::filesystem;
  return static_cast<int>(std::distance(fs::directory_iterator("/proc/self/fd"), {}));
}

TEST(RunProcess, LeavesNeitherFilesNorChildren) {
  const int before = OpenFiles();
  for (const char* command : {"exit 0", "kill -9 $$", "sleep 60", "yes", "sleep 1 & exit 1"}) {
    RunProcess({"sh", "-c", command}, absl::Milliseconds(300)).status().IgnoreError();
  }
  RunProcess({"no-such-program-here"}, absl::Seconds(1)).status().IgnoreError();
  CallInChild([] { return 0; }, absl::Seconds(20)).status().IgnoreError();
  EXPECT_EQ(OpenFiles(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  EXPECT_EQ(errno, ECHILD);
}

TEST(CallInChild, TellsTheValueWhereTheProgramIgnoresItsChildren) {
  const WithChildSignal ignored(SIG_IGN);
  auto exit = CallInChild([] { return 7; }, absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_EQ(exit->exit_code, 7);
  exit = CallInChild([]() -> int { std::abort(); }, absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_FALSE(exit->ok());
}

TEST(TemporaryFolder, ThoseOfKilledProcessesAreSwept) {
  auto parent = TemporaryFolder::Create("");
  ASSERT_TRUE(parent.ok()) << parent.status();
  auto live = TemporaryFolder::Create(parent->path());
  ASSERT_TRUE(live.ok()) << live.status();
  const auto killed = CallInChild(
      [&] {
        auto folder = TemporaryFolder::Create(parent->path());
        WriteFile(folder->path() + "/kernel.cc", "text").IgnoreError();
        return raise(SIGKILL);
      },
      absl::Seconds(20));
  ASSERT_TRUE(killed.ok() && killed->signal == SIGKILL);
  std::filesystem::create_directory(parent->path() + "/theirs");
  EXPECT_EQ(SweepTemporaryFolders(parent->path()), 0) << "too young to tell";
  EXPECT_EQ(SweepTemporaryFolders(parent->path(), absl::ZeroDuration()), 1);
  EXPECT_TRUE(std::filesystem::exists(live->path()));
  EXPECT_TRUE(std::filesystem::exists(parent->path() + "/theirs"));
  EXPECT_EQ(SweepTemporaryFolders("/no/such/folder"), 0);
}

TEST(ReadFile, ReadsRegularFilesOfBoundedSize) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const std::string fifo = folder->path() + "/fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_TRUE(absl::IsUnavailable(ReadFile(fifo).status()));
  const std::string path = folder->path() + "/file";
  ASSERT_TRUE(WriteFile(path, "12345").ok());
  EXPECT_EQ(*ReadFile(path, 5), "12345");
  EXPECT_TRUE(absl::IsResourceExhausted(ReadFile(path, 4).status()));
}

TEST(WriteFile, TheLimitOnFilesIsAnErrorAndNoSignal) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const auto exit = CallInChild(
      [&] {
        const rlimit limit = {10, 10};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
        return WriteFile(folder->path() + "/file", std::string(100, 'x')).ok() ? 1 : 0;
      },
      absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
}

TEST(TemporaryFolder, IsRemovedWithItsContents) {
  std::string path;
  {
    auto folder = TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    path = folder->path();
    ASSERT_TRUE(WriteFile(path + "/file", std::string("a\0b", 3)).ok());
    auto contents = ReadFile(path + "/file");
    ASSERT_TRUE(contents.ok());
    EXPECT_EQ(*contents, std::string("a\0b", 3));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, ErrorsNameThePath) {
  auto folder = TemporaryFolder::Create("/no/such/folder");
  EXPECT_EQ(folder.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(folder.status().message().find("/no/such/folder"), std::string::npos);
  EXPECT_NE(ReadFile("/no/such/file").status().message().find("/no/such/file"), std::string::npos);
  EXPECT_FALSE(WriteFile("/no/such/file", "x").ok());
}

}  // namespace
}  // namespace fft::rtc
