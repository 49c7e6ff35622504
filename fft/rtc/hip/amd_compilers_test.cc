#include "fft/rtc/hip/amd_compilers.h"

#include <signal.h>

#include <filesystem>
#include <string>

#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using testing::HasSubstr;

// hipRTC of Debian 12 knows neither gfx942 nor gfx1100.
class NewArchTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto clang = MakeClangCompiler();
    if (!clang.ok()) GTEST_SKIP() << "NOT TESTED: " << clang.status();
  }
};

TEST_P(NewArchTest, CompilesAndTellsStatistics) {
  const auto compilers = MakeAmdCompilers();
  ASSERT_TRUE(compilers.ok()) << compilers.status();
  const auto object = (*compilers)->Compile({"reverse", kReverseSource, GetParam(), {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const auto stats = ReadKernelStats(object->bytes, "reverse");
  ASSERT_TRUE(stats.ok()) << stats.status();
  EXPECT_EQ(stats->lds_bytes, 256);
  EXPECT_EQ(stats->max_threads, 64);
  EXPECT_EQ(stats->spilled_registers, 0);
  EXPECT_THAT((*compilers)->name(), testing::EndsWith("clang"));
}

TEST_P(NewArchTest, ErrorsCarryTheLog) {
  const auto compiler = MakeClangCompiler();
  const absl::Status status =
      (*compiler)->Compile({"wrong", kWrongSource, GetParam(), {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("kernel \"wrong\" for "));
  EXPECT_THAT(std::string(status.message()), HasSubstr("wrong:1:"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("undeclared identifier 'nonsense'"));
}

INSTANTIATE_TEST_SUITE_P(Archs, NewArchTest, testing::Values("gfx942", "gfx1100"));

// The "clang" is a program that answers --version and makes no object.
TEST(AmdCompilersTest, KnownArchitecturesAreHipRtcs) {
  const auto compilers = MakeAmdCompilers({}, {.commands = {"true"}});
  ASSERT_TRUE(compilers.ok()) << compilers.status();
  EXPECT_EQ((*compilers)->name(), "hiprtc");
  EXPECT_TRUE((*compilers)->Compile({"reverse", kReverseSource, "gfx90a", {}}).ok());
  EXPECT_FALSE((*compilers)->Compile({"reverse", kReverseSource, "gfx9999", {}}).ok());
}

TEST(AmdCompilersTest, WithoutAClangTheErrorSaysWhatIsMissing) {
  const auto compilers = MakeAmdCompilers({}, {.commands = {"no_such_clang"}});
  ASSERT_TRUE(compilers.ok()) << compilers.status();
  const absl::Status status =
      (*compilers)->Compile({"reverse", kReverseSource, "gfx9999", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("does not support the architecture"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("no_such_clang"));
}

// A probe asks whether hipRTC supports an architecture, so no other compiler may answer it.
TEST(AmdCompilersTest, ProbesAreHipRtcs) {
  const auto compilers = MakeAmdCompilers({}, {.commands = {"true"}});
  ASSERT_TRUE(compilers.ok()) << compilers.status();
  EXPECT_TRUE(IsUnknownArch((*compilers)->Compile(ProbeRequest("gfx9999")).status()));
}

// A clang that answers --version and then does what `script` says; $out is the file to make.
absl::Status CompileByScript(const std::string& script) {
  const auto folder = TemporaryFolder::Create("");
  if (!folder.ok()) return folder.status();
  const std::string command = folder->path() + "/clang++";
  EXPECT_TRUE(WriteFile(command,
                        "#!/bin/sh\n[ \"$1\" = --version ] && echo Scripted 1.0 && exit 0\n"
                        "while [ \"$1\" != -o ]; do shift; done\nout=$2\n" +
                            script + "\n")
                  .ok());
  std::filesystem::permissions(command, std::filesystem::perms::owner_all);
  const auto clang = MakeClangCompiler({.commands = {command}});
  if (!clang.ok()) return clang.status();
  return (*clang)->Compile({"reverse", kReverseSource, "gfx90a", {}}).status();
}

// Bytes do not suffice for a success. The exit status decides; if it is lost, a whole object does.
TEST(AmdCompilersTest, AClangIsJudgedByItsExitStatus) {
  constexpr char kWhole[] = "c++ -shared -nostdlib -o $out -x c++ /dev/null";
  EXPECT_TRUE(CompileByScript(kWhole).ok());
  const absl::Status failed = CompileByScript(std::string(kWhole) + "; exit 1");
  EXPECT_EQ(failed.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(failed.message()), HasSubstr("(Scripted 1.0): exit code 1"));
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  const absl::Status whole = CompileByScript(kWhole);
  const absl::Status torn = CompileByScript(std::string(kWhole) + "; truncate -s 2000 $out");
  sigaction(SIGCHLD, &before, nullptr);
  EXPECT_TRUE(whole.ok()) << whole;
  EXPECT_EQ(torn.code(), absl::StatusCode::kInternal) << torn;
  EXPECT_THAT(std::string(torn.message()), HasSubstr("no shared object"));
}

// If hipRTC is only in the library of the HIP runtime, which must not be loaded, the code object
// manager beneath it gives the same kernel.
TEST(AmdCompilersTest, TheCodeObjectManagerCompilesWithoutTheRuntime) {
  const HiprtcOptions absent = {.library = "/no/such/libhiprtc.so", .runtime = HipRuntime::kNever};
  const auto compilers = MakeAmdCompilers(absent, {.commands = {"no_such_clang"}});
  ASSERT_TRUE(compilers.ok()) << compilers.status();
  EXPECT_EQ((*compilers)->name(), "comgr");
  EXPECT_THAT((*compilers)->Version(), testing::StartsWith("comgr libamd_comgr.so."));
  for (const char* arch : {"gfx908", "gfx90a", "gfx1030"}) {
    const auto object = (*compilers)->Compile({"reverse", kReverseSource, arch, {}});
    ASSERT_TRUE(object.ok()) << object.status();
    const auto stats = ReadKernelStats(object->bytes, "reverse");
    ASSERT_TRUE(stats.ok()) << stats.status();
    EXPECT_EQ(stats->lds_bytes, 256);
    EXPECT_EQ(stats->max_threads, 64);
    EXPECT_EQ(stats->spilled_registers, 0);
  }
  EXPECT_TRUE(IsUnknownArch((*compilers)->Compile(ProbeRequest("gfx9999")).status()));
  const absl::Status wrong = (*compilers)->Compile({"wrong", kWrongSource, "gfx90a", {}}).status();
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("kernel \"wrong\" for gfx90a"));
  EXPECT_THAT(std::string(wrong.message()), HasSubstr("undeclared identifier 'nonsense'"));
  EXPECT_THAT(std::string(wrong.message()), testing::Not(HasSubstr("/tmp/")));
}

TEST(AmdCompilersTest, WithoutHipRtcTheClangCompiles) {
  const HiprtcOptions absent = {.library = "/no/such/libhiprtc.so"};
  EXPECT_EQ(MakeAmdCompilers(absent, {.commands = {"no_such_clang"}}).status().code(),
            absl::StatusCode::kUnavailable);
  const auto clang = MakeAmdCompilers(absent, {.commands = {"true"}});
  ASSERT_TRUE(clang.ok()) << clang.status();
  EXPECT_EQ((*clang)->name(), "clang");
  EXPECT_FALSE((*clang)->Compile({"reverse", kReverseSource, "gfx90a", {}}).ok());
}

}  // namespace
}  // namespace fft::rtc
