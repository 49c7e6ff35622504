#include "fft/rtc/helper/helper_compiler.h"

#include <signal.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "fft/rtc/helper/testing/helper_script.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/mutator.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

struct Patience {
  absl::Duration start = absl::Seconds(60);
  absl::Duration compile = absl::Seconds(60);
};

// A compiler over faulty helpers, and the faults that it reports.
class Faulty {
 public:
  explicit Faulty(const std::string& mode, const Patience& patience = {}) : script_(mode) {
    HelperOptions options;
    options.path = script_.path();
    options.most = 3;
    options.start_timeout = patience.start;
    options.compile_timeout = patience.compile;
    options.log = [this](absl::LogSeverity, const std::string& message) {
      ++reports_;
      first_report_ = message;
    };
    compiler_ = *HelperCompiler::Create({}, "fake 1", options);
  }

  absl::StatusOr<CodeObject> Compile(const std::string& source, const std::string& arch = "any") {
    return compiler_->Compile({"kernel", source, arch, {}});
  }
  HelperCompiler& compiler() { return *compiler_; }
  int reports() const { return reports_; }
  const std::string& first_report() const { return first_report_; }

 private:
  HelperScript script_;
  std::atomic<int> reports_ = 0;
  std::string first_report_;
  std::unique_ptr<HelperCompiler> compiler_;
};

void ExpectMentions(const absl::Status& status, const std::string& text) {
  EXPECT_TRUE(absl::StrContains(status.message(), text)) << status;
}

TEST(HelperCompiler, CompilesInAHelper) {
  Faulty helper("sound");
  const auto object = helper.Compile("source");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes, "code of source");
  EXPECT_EQ(object->log, "log");
  EXPECT_EQ(object->milliseconds, 2.5);
  EXPECT_EQ(object->compiled_by, CompiledBy::kHelper);
  EXPECT_EQ(helper.reports(), 0);
}

TEST(HelperCompiler, PassesLargeSourcesAndCodeObjects) {
  Faulty helper("sound");
  const std::string source(5 << 20, 's');
  const auto object = helper.Compile(source);
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes, "code of " + source);
}

TEST(HelperCompiler, ErrorsOfTheCompilerAreNotFaults) {
  Faulty helper("sound");
  const absl::Status status = helper.Compile("wrong").status();
  EXPECT_EQ(status, absl::InvalidArgumentError("line 1: wrong"));
  EXPECT_EQ(helper.reports(), 0);
  EXPECT_EQ(helper.compiler().Compile({"", "source", "any", {}}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(HelperCompiler, StandardErrorIsApart) {
  Faulty helper("sound");
  const auto object = helper.Compile("chatter");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes, "code of chatter");
}

TEST(HelperCompiler, AForkStartsItsOwnHelpers) {
  Faulty helper("sound");
  ASSERT_TRUE(helper.Compile("before").ok());
  const auto exit = CallInChild(
      [&] {
        const auto object = helper.Compile("in the fork");
        return object.ok() && object->bytes == "code of in the fork" ? 0 : 1;
      },
      absl::Seconds(60));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
  const auto object = helper.Compile("after");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->bytes, "code of after");
  EXPECT_EQ(helper.reports(), 0);
}

TEST(HelperCompiler, WorksWhereTheProgramIgnoresItsChildren) {
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  {
    Faulty helper("sound");
    const auto object = helper.Compile("source");
    EXPECT_TRUE(object.ok()) << object.status();
    Faulty aborting("aborts");
    EXPECT_EQ(aborting.Compile("source").status().code(), absl::StatusCode::kUnavailable);
  }
  sigaction(SIGCHLD, &before, nullptr);
}

class HelperThatNeverStarts : public testing::TestWithParam<const char*> {};

// The error is kUnavailable and is reported once, and no helper is tried again.
TEST_P(HelperThatNeverStarts, IsGivenUp) {
  Faulty helper(GetParam(), {.start = absl::Seconds(3)});
  const absl::Status status = helper.Compile("source").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  ExpectMentions(status, "kernel \"kernel\" for any");
  EXPECT_FALSE(helper.compiler().IsUsable());
  const absl::Time before = absl::Now();
  EXPECT_EQ(helper.Compile("source").status().code(), absl::StatusCode::kUnavailable);
  EXPECT_LT(absl::Now() - before, absl::Seconds(1));
  EXPECT_EQ(helper.reports(), 1);
}

INSTANTIATE_TEST_SUITE_P(Modes, HelperThatNeverStarts,
                         testing::Values("exits", "aborts", "hangs", "talks", "floods",
                                         "announces_too_much", "never_finishes", "is_newer",
                                         "fails_its_digest", "answers_otherwise",
                                         "has_another_compiler", "has_no_compiler"));

// Whatever a helper answers first, the library does not crash, does not hang, and does not take the
// answer for code.
TEST(HelperCompiler, MutatedAnswersAreFaults) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok());
  const std::string path = folder->path() + "/answer";
  Mutator mutator(7);
  for (int i = 0; i < 25; ++i) {
    std::string answer = *EncodeFrame(MessageType::kOpened, EncodeOpened(std::string("fake 1")));
    mutator.Mutate(answer);
    ASSERT_TRUE(WriteFile(path, answer).ok());
    Faulty helper("replays " + path);
    const absl::Status status = helper.Compile("source").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  }
}

TEST(HelperCompiler, TellsWhatTheHelperSaid) {
  Faulty helper("exits");
  ExpectMentions(helper.Compile("source").status(), "no licence");
  EXPECT_TRUE(absl::StrContains(helper.first_report(), "exit code 3")) << helper.first_report();
}

TEST(HelperCompiler, MissingHelperIsUnavailable) {
  HelperOptions options;
  options.path = "/no/such/helper";
  auto compiler = HelperCompiler::Create({}, "fake 1", options);
  ASSERT_TRUE(compiler.ok());
  const absl::Status status = (*compiler)->Compile({"kernel", "source", "any", {}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  ExpectMentions(status, "/no/such/helper");
  EXPECT_FALSE(HelperCompiler::Create({}, "", options).ok());
}

TEST(HelperCompiler, AsksForTheVersionWhereItIsNotGiven) {
  HelperScript script("sound");
  HelperOptions options;
  options.path = script.path();
  auto compiler = HelperCompiler::Create({}, "", options);
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  EXPECT_EQ((*compiler)->Version(), "fake 1");
}

// SIGPIPE, which this caller does not handle, would end the test itself.
TEST(HelperCompiler, WritingToAHelperThatReadsNoMoreRaisesNoSignal) {
  signal(SIGPIPE, SIG_DFL);
  Faulty helper("reads_no_more");
  const absl::Status status = helper.Compile(std::string(4 << 20, 's')).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(HelperCompiler, AHelperThatEndedIdleIsReplacedUnreported) {
  auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok());
  Faulty helper("once " + folder->path() + "/started");
  const auto object = helper.Compile("source");
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(helper.reports(), 0);
}

class HelperThatFailsInACompile : public testing::TestWithParam<const char*> {};

// The error is kUnavailable and is reported once. Other kernels still compile in a new helper.
TEST_P(HelperThatFailsInACompile, IsReplaced) {
  Faulty helper("sound", {.compile = absl::Seconds(5)});
  const absl::Status status = helper.Compile(GetParam()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  EXPECT_EQ(helper.reports(), 1);
  EXPECT_TRUE(helper.compiler().IsUsable());
  EXPECT_TRUE(helper.Compile("source").ok());
}

INSTANTIATE_TEST_SUITE_P(Words, HelperThatFailsInACompile,
                         testing::Values("killed", "gives up", "hang", "malformed", "garbage"));

// The helper is killed at once, which does not count as its fault. The next kernel compiles in
// another helper.
TEST(HelperCompiler, ACancelledCompileEndsItsHelper) {
  Faulty helper("sound");
  CompileRequest request = {"kernel", "hang", "any", {}};
  request.cancel = CancelToken::Create();
  absl::Status status;
  std::thread thread([&] { status = helper.compiler().Compile(request).status(); });
  absl::SleepFor(absl::Milliseconds(200));
  const absl::Time start = absl::Now();
  request.cancel.Cancel();
  thread.join();
  EXPECT_LT(absl::Now() - start, absl::Seconds(2));
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
  EXPECT_EQ(helper.reports(), 0);
  EXPECT_TRUE(helper.Compile("source").ok());
}

TEST(HelperCompiler, BytesBeyondTheAnswerNeverReachTheNextKernel) {
  Faulty helper("sound");
  for (int i = 0; i < 3; ++i) helper.Compile("more").status().IgnoreError();
  const auto object = helper.Compile("source");
  EXPECT_TRUE(object.ok() ? object->bytes == "code of source"
                          : absl::IsUnavailable(object.status()))
      << object.status();
}

TEST(HelperCompiler, SeveralFaultsEndTheUseOfHelpers) {
  Faulty helper("sound");
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(helper.Compile("garbage").ok());
  EXPECT_FALSE(helper.compiler().IsUsable());
  EXPECT_EQ(helper.reports(), 1);
}

TEST(HelperCompiler, ACrashOfTheCompilerIsAnErrorOfTheKernel) {
  Faulty helper("sound");
  const absl::Status status = helper.Compile("abort").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  ExpectMentions(status, "fake 1 crashes");
  ExpectMentions(status, "signal 6");
  ExpectMentions(status, "LLVM ERROR: something");
  EXPECT_TRUE(helper.compiler().IsUsable());
}

// LLVM ends its process by exit() on errors that it calls fatal.
TEST(HelperCompiler, AnExitOfTheCompilerIsACrash) {
  Faulty helper("sound");
  const absl::Status status = helper.Compile("exit").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  ExpectMentions(status, "exit code 7");
}

TEST(HelperCompiler, ACrashForEveryKernelIsAnUnsupportedArchitecture) {
  Faulty helper("sound");
  const absl::Status status = helper.Compile("source", "crashing1").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  ExpectMentions(status, "fake 1 does not support the architecture crashing1");
  EXPECT_TRUE(helper.Compile("source").ok());
}

TEST(HelperCompiler, ManyThreadsShareFewHelpers) {
  Faulty helper("sound");
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&, i] {
      const std::string source = absl::StrCat("source ", i, i % 4 == 3 ? " wrong" : "");
      const auto object = helper.Compile(source);
      good += i % 4 == 3 ? absl::IsInvalidArgument(object.status())
                         : object.ok() && object->bytes == "code of " + source;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 12);
  EXPECT_EQ(helper.reports(), 0);
}

}  // namespace
}  // namespace fft::rtc
