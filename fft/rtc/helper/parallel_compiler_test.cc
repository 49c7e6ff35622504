#include "fft/rtc/helper/parallel_compiler.h"

#include <signal.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/rtc/helper/testing/helper_script.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

std::unique_ptr<Compiler> Make(DeviceKind kind, const ParallelCompilerOptions& options) {
  auto compiler = MakeParallelCompiler(kind, options);
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  return compiler.ok() ? *std::move(compiler) : nullptr;
}

// `count` compiles of one kernel at once.
std::vector<absl::StatusOr<CodeObject>> CompileAtOnce(Compiler& compiler, int count,
                                                      const CompileRequest& request) {
  std::vector<absl::StatusOr<CodeObject>> results(count, absl::UnknownError("not run"));
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] { results[i] = compiler.Compile(request); });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

TEST(ParallelCompiler, ParsesModes) {
  EXPECT_EQ(*ParseCompileMode("auto"), CompileMode::kAuto);
  EXPECT_EQ(*ParseCompileMode("process"), CompileMode::kInProcess);
  EXPECT_EQ(*ParseCompileMode("helper"), CompileMode::kHelper);
  EXPECT_EQ(*ParseCompileMode("both"), CompileMode::kBoth);
  EXPECT_TRUE(absl::StrContains(ParseCompileMode("x").status().message(), "auto, process"));
}

// The code is the same whether this process or a helper compiles it.
TEST(ParallelCompiler, HipCompilesAlikeHereAndInHelpers) {
  auto here = Make(DeviceKind::kHip, {.mode = CompileMode::kInProcess});
  auto helper = Make(DeviceKind::kHip, {.mode = CompileMode::kHelper});
  ASSERT_TRUE(here != nullptr && helper != nullptr);
  EXPECT_EQ(here->Version(), helper->Version());
  EXPECT_EQ(here->name(), helper->name());
  const CompileRequest request = {"reverse", kReverseSource, "gfx90a", {}};
  const auto first = here->Compile(request), second = helper->Compile(request);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(first->bytes, second->bytes);
  EXPECT_EQ(first->compiled_by, CompiledBy::kThisProcess);
  EXPECT_EQ(second->compiled_by, CompiledBy::kHelper);
}

TEST(ParallelCompiler, BothUsesThisProcessAndHelpers) {
  ParallelCompilerOptions options{.mode = CompileMode::kBoth};
  options.helper.most = 3;
  options.helper.log = [](absl::LogSeverity, const std::string& message) {
    ADD_FAILURE() << message;
  };
  auto compiler = Make(DeviceKind::kHip, options);
  ASSERT_NE(compiler, nullptr);
  const auto results = CompileAtOnce(*compiler, 6, {"reverse", kReverseSource, "gfx90a", {}});
  int here = 0, out = 0;
  for (const auto& result : results) {
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->bytes, results[0]->bytes);
    ++(result->compiled_by == CompiledBy::kHelper ? out : here);
  }
  EXPECT_GT(here, 0);
  EXPECT_GT(out, 0);
}

class FaultyHelperTest : public testing::TestWithParam<const char*> {};

// Whatever a helper does, no compile fails.
TEST_P(FaultyHelperTest, CompilesHereInstead) {
  signal(SIGPIPE, SIG_DFL);
  HelperScript script(GetParam());
  std::atomic<int> reports = 0;
  ParallelCompilerOptions options{.mode = CompileMode::kBoth};
  options.helper.path = script.path();
  options.helper.most = 2;
  options.helper.start_timeout = absl::Seconds(2);
  options.helper.log = [&](absl::LogSeverity, const std::string&) { ++reports; };
  auto compiler = Make(DeviceKind::kHost, options);
  ASSERT_NE(compiler, nullptr);
  for (const auto& result : CompileAtOnce(*compiler, 4, {"scale", kHostScaleSource, "host", {}})) {
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->compiled_by, CompiledBy::kThisProcess);
  }
  EXPECT_EQ(reports, 1);
}

// In mode "sound" the helper has another compiler than the one asked for.
INSTANTIATE_TEST_SUITE_P(Modes, FaultyHelperTest,
                         testing::Values("exits", "aborts", "hangs", "talks", "reads_no_more",
                                         "fails_its_digest", "sound"));

TEST(ParallelCompiler, MissingHelperCompilesHereInstead) {
  std::atomic<int> reports = 0;
  ParallelCompilerOptions options{.mode = CompileMode::kBoth};
  options.helper.path = "/no/such/helper";
  options.helper.log = [&](absl::LogSeverity, const std::string&) { ++reports; };
  auto compiler = Make(DeviceKind::kHost, options);
  ASSERT_NE(compiler, nullptr);
  for (const auto& result : CompileAtOnce(*compiler, 4, {"scale", kHostScaleSource, "host", {}})) {
    EXPECT_TRUE(result.ok()) << result.status();
  }
  EXPECT_EQ(reports, 1);
  options.mode = CompileMode::kHelper;
  EXPECT_EQ(MakeParallelCompiler(DeviceKind::kHost, options).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(ParallelCompiler, HostCompilesInHelpersWhereAsked) {
  auto compiler = Make(DeviceKind::kHost, {.mode = CompileMode::kHelper});
  ASSERT_NE(compiler, nullptr);
  const auto object = compiler->Compile({"scale", kHostScaleSource, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->compiled_by, CompiledBy::kHelper);
  EXPECT_EQ(compiler->Compile({"bad", "nonsense", "host", {}}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

class UnknownArchTest : public testing::TestWithParam<CompileMode> {};

// Debian's hipRTC ends its process for each of these names. The list of architectures has no
// feature suffixes, so the last two names reach a helper's compiler.
TEST_P(UnknownArchTest, IsAnErrorThatNamesCompilerAndArchitecture) {
  ParallelCompilerOptions options{.mode = GetParam()};
  options.helper.most = 2;
  auto compiler = Make(DeviceKind::kHip, options);
  ASSERT_NE(compiler, nullptr);
  for (const std::string arch : {"gfx9999", "sm_90", "gfx1030:xnack+", "gfx90a:nonsense"}) {
    const absl::Status status = compiler->Compile({"reverse", kReverseSource, arch, {}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), "hiprtc")) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), arch)) << status;
  }
  EXPECT_TRUE(compiler->Compile({"reverse", kReverseSource, "gfx90a", {}}).ok());
}

INSTANTIATE_TEST_SUITE_P(Modes, UnknownArchTest,
                         testing::Values(CompileMode::kInProcess, CompileMode::kBoth,
                                         CompileMode::kHelper));

}  // namespace
}  // namespace fft::rtc
