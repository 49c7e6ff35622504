#include "fft/rtc/host/host_compiler.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

bool Mentions(const absl::Status& status, const std::string& text) {
  return status.message().find(text) != std::string::npos;
}

absl::StatusOr<CodeObject> CompileScale(const HostCompilerOptions& options) {
  auto compiler = MakeHostCompiler(options);
  if (!compiler.ok()) return compiler.status();
  return (*compiler)->Compile({"scale", kHostScaleSource, "host", {}});
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

TEST(HostCompiler, ACancelledCompileIsKilled) {
  const auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  // The program prints its process number and its child's, and runs for a minute.
  const std::string pids = folder->path() + "/pids";
  const std::string script = folder->path() + "/c++";
  ASSERT_TRUE(WriteFile(script,
                        "#!/bin/sh\n[ \"$1\" = --version ] && echo Slow 1 && exit 0\n"
                        "sleep 60 & echo $! $$ >" +
                            pids +
                            ".new\n"
                            "mv " +
                            pids + ".new " + pids + "; wait\n")
                  .ok());
  chmod(script.c_str(), 0700);
  auto compiler = MakeHostCompiler({.compiler = script});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  CompileRequest request = {"scale", kHostScaleSource, "host", {}};
  request.cancel = CancelToken::Create();
  absl::Status status;
  std::thread thread([&] { status = (*compiler)->Compile(request).status(); });
  while (access(pids.c_str(), F_OK) != 0) absl::SleepFor(absl::Milliseconds(1));
  const absl::Time start = absl::Now();
  request.cancel.Cancel();
  thread.join();
  EXPECT_LT(absl::Now() - start, absl::Seconds(2));
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
  const auto text = ReadFile(pids);
  ASSERT_TRUE(text.ok()) << text.status();
  int child = 0, parent = 0;
  ASSERT_EQ(std::sscanf(text->c_str(), "%d %d", &child, &parent), 2);
  EXPECT_EQ(kill(parent, 0), -1) << "the compiler runs on";
  // The process was killed, but the process that inherits it may not have waited for it yet.
  const auto state = ReadFile("/proc/" + std::to_string(child) + "/stat");
  EXPECT_TRUE(!state.ok() || absl::StrContains(*state, ") Z ")) << *state;
  EXPECT_TRUE(absl::IsCancelled((*compiler)->Compile(request).status()));
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

TEST(HostCompiler, ProcessorsByName) {
  EXPECT_EQ(*ParseHostProcessor(""), HostProcessor::kNative);
  EXPECT_EQ(*ParseHostProcessor("native"), HostProcessor::kNative);
  EXPECT_TRUE(Mentions(ParseHostProcessor("sse").status(), "native, avx2 or avx512"));
  const auto avx2 = ParseHostProcessor("avx2");
  if (!avx2.ok()) GTEST_SKIP() << avx2.status();
  constexpr char kNoLongVectors[] = R"(
#if !defined(__AVX2__) || defined(__AVX512F__)
#error not AVX2
#endif
extern "C" void scale(void* const*, unsigned, unsigned) {}
)";
  auto compiler = MakeHostCompiler({.flags = HostFlags(*avx2)});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  EXPECT_TRUE((*compiler)->Compile({"scale", kNoLongVectors, "host", {}}).ok());
  EXPECT_NE((*compiler)->Version(), (*MakeHostCompiler())->Version());
}

TEST(HostCompiler, NothingIsRunBeforeACompile) {
  auto compiler = MakeHostCompiler({.compiler = "no-such-compiler"});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  EXPECT_TRUE(absl::StrContains((*compiler)->Version(), "no-such-compiler"));
  for (const char* missing : {"no-such-compiler", "false"}) {
    const absl::Status status = CompileScale({.compiler = missing}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
    EXPECT_TRUE(Mentions(status, missing)) << status;
    EXPECT_TRUE(Mentions(status, "\"scale\"")) << status;
  }
}

TEST(HostCompiler, CommandsMayHaveArguments) {
  // The command has several words, like "ccache g++".
  const auto object = CompileScale({.compiler = " env LC_ALL=C  c++ "});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes.substr(0, 4), "\177ELF");
  EXPECT_TRUE(absl::IsInvalidArgument(MakeHostCompiler({.compiler = "  "}).status()));
}

// A program that answers --version like a compiler and otherwise runs `script`; $out is the file to
// make.
class ScriptedCompiler {
 public:
  explicit ScriptedCompiler(const std::string& script) : folder_(*TemporaryFolder::Create("")) {
    // A path with a space in it is still one word.
    path_ = folder_.path() + "/my compiler";
    const std::string text =
        "#!/bin/sh\n[ \"$1\" = --version ] && echo Scripted 1.0 && exit 0\n"
        "while [ \"$1\" != -o ]; do shift; done\nout=$2\n" +
        script + "\n";
    EXPECT_TRUE(WriteFile(path_, text).ok());
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }

  absl::Status Compile() { return CompileScale({.compiler = path_}).status(); }

 private:
  const TemporaryFolder folder_;
  std::string path_;
};

TEST(HostCompiler, ErrorsNameKernelAndCompilerAlsoIfTheCompilerSaysNothing) {
  const struct {
    const char* script;
    absl::StatusCode code;
    const char* word;
  } kScripts[] = {
      {"exit 1", absl::StatusCode::kInvalidArgument, "exit code 1"},
      {"kill -9 $$", absl::StatusCode::kInternal, "signal 9"},
      {"exit 0", absl::StatusCode::kInternal, "no shared object"},
      {"echo text > $out", absl::StatusCode::kInternal, "no shared object"},
      {"mkfifo $out", absl::StatusCode::kInternal, "no regular file"},
      {"ln -s /dev/zero $out", absl::StatusCode::kInternal, "no regular file"},
      {"truncate -s 1G $out", absl::StatusCode::kInternal, "more than"},
      {"c++ -shared -o $out -x c++ /dev/null; truncate -s 2000 $out", absl::StatusCode::kInternal,
       "no shared object"},
  };
  for (const auto& [script, code, word] : kScripts) {
    const absl::Status status = ScriptedCompiler(script).Compile();
    EXPECT_EQ(status.code(), code) << script << ": " << status;
    for (const char* text : {"\"scale\"", "my compiler (Scripted 1.0)", word}) {
      EXPECT_TRUE(Mentions(status, text)) << script << ": " << status;
    }
  }
}

TEST(HostCompiler, JudgesByTheOutputWhereTheExitStatusIsLost) {
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  const auto object = CompileScale({});
  const absl::Status wrong =
      (*MakeHostCompiler())->Compile({"broken", "nonsense", "host", {}}).status();
  const absl::Status silent = ScriptedCompiler("exit 1").Compile();
  sigaction(SIGCHLD, &before, nullptr);
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes.substr(0, 4), "\177ELF");
  EXPECT_EQ(wrong.code(), absl::StatusCode::kInvalidArgument) << wrong;
  EXPECT_TRUE(Mentions(wrong, "broken.cc:1")) << wrong;
  EXPECT_EQ(silent.code(), absl::StatusCode::kInternal) << silent;
}

TEST(HostCompiler, SweepsFoldersOfDeadProcesses) {
  auto parent = TemporaryFolder::Create("");
  ASSERT_TRUE(parent.ok());
  const std::string dead = parent->path() + "/fft_rtc_dead";
  ASSERT_TRUE(std::filesystem::create_directory(dead));
  std::filesystem::last_write_time(
      dead, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(5));
  ASSERT_TRUE(CompileScale({.temp_folder = parent->path()}).ok());
  EXPECT_FALSE(std::filesystem::exists(dead));
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
