#include "fft/rtc/subprocess.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
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
