#include "fft/rtc/host_compiler.h"

#include <filesystem>
#include <string>

#include "fft/rtc/code_object_stats.h"
#include "fft/rtc/subprocess.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

bool Mentions(const absl::Status& status, const std::string& text) {
  return status.message().find(text) != std::string::npos;
}

TEST(HostCompiler, CompilesASharedObject) {
  auto compiler = MakeHostCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  auto object = (*compiler)->Compile({"scale", kHostScaleSource, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes.substr(0, 4), "\177ELF");
  EXPECT_GT(object->milliseconds, 0);
  EXPECT_EQ(ReadCodeObjectStats(object->bytes).status().code(), absl::StatusCode::kUnimplemented);
}

TEST(HostCompiler, ErrorsCarryNameAndCompilerOutput) {
  auto compiler = MakeHostCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const absl::Status status =
      (*compiler)->Compile({"broken", "int broken() { return nonsense; }", "host", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Mentions(status, "\"broken\"")) << status;
  EXPECT_TRUE(Mentions(status, "broken.cc:1")) << status;
  EXPECT_TRUE(Mentions(status, "nonsense")) << status;
}

TEST(HostCompiler, LeavesNothingBehind) {
  auto parent = TemporaryFolder::Create("");
  ASSERT_TRUE(parent.ok());
  auto compiler = MakeHostCompiler({.temp_folder = parent->path()});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  EXPECT_TRUE((*compiler)->Compile({"scale", kHostScaleSource, "host", {}}).ok());
  EXPECT_FALSE((*compiler)->Compile({"broken", "nonsense", "host", {}}).ok());
  EXPECT_TRUE(std::filesystem::is_empty(parent->path()));
}

TEST(HostCompiler, OptionsReachTheCompilerUnchanged) {
  auto compiler = MakeHostCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const std::string source = "static_assert(sizeof(TEXT) == 10, TEXT); int x = NUMBER;";
  EXPECT_TRUE(
      (*compiler)->Compile({"x", source, "host", {"-DTEXT=\"$(a) 'b';\"", "-DNUMBER=1"}}).ok());
  EXPECT_FALSE((*compiler)->Compile({"x", source, "host", {}}).ok());
}

TEST(HostCompiler, TimesOut) {
  auto compiler = MakeHostCompiler({.timeout = absl::Milliseconds(1)});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const absl::Status status =
      (*compiler)->Compile({"scale", kHostScaleSource, "host", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
  EXPECT_TRUE(Mentions(status, "\"scale\"")) << status;
}

TEST(HostCompiler, KnowsOneArchitecture) {
  auto compiler = MakeHostCompiler();
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const absl::Status status =
      (*compiler)->Compile({"scale", kHostScaleSource, "gfx90a", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Mentions(status, "gfx90a")) << status;
}

TEST(HostCompiler, VersionTellsFlagsApart) {
  auto usual = MakeHostCompiler();
  auto other = MakeHostCompiler({.flags = {"-O0", "-shared", "-fPIC"}});
  ASSERT_TRUE(usual.ok() && other.ok());
  EXPECT_EQ((*usual)->name(), "host");
  EXPECT_NE((*usual)->Version(), (*other)->Version());
  EXPECT_EQ((*usual)->Version(), (*MakeHostCompiler())->Version());
}

TEST(HostCompiler, MissingCompilerIsUnavailable) {
  const absl::Status status = MakeHostCompiler({.compiler = "no-such-compiler"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(Mentions(status, "no-such-compiler")) << status;
  EXPECT_EQ(MakeHostCompiler({.compiler = "false"}).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HostCompiler, UnusableTemporaryFolderIsReported) {
  auto compiler = MakeHostCompiler({.temp_folder = "/no/such/folder"});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const absl::Status status =
      (*compiler)->Compile({"scale", kHostScaleSource, "host", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(Mentions(status, "/no/such/folder")) << status;
}

}  // namespace
}  // namespace fft::rtc
