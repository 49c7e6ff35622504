#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/system/subprocess.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

constexpr char kFakeLlvm[] = "fft/rtc/testing/libfake_llvm.so";
constexpr char kNothing[] = R"(; LLVM IR
define void @nothing(ptr %args, i32 %first, i32 %end) {
  ret void
}
)";
constexpr char kNoHelper[] = "/no/such/helper";

std::unique_ptr<Compiler> Make(const ParallelCompilerOptions& options) {
  auto compiler = MakeParallelCompiler(DeviceKind::kHost, options);
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  return compiler.ok() ? *std::move(compiler) : nullptr;
}

ParallelCompilerOptions InProcess(HostLanguage language) {
  ParallelCompilerOptions options{.mode = CompileMode::kInProcess};
  options.compilers.host_language = language;
  return options;
}

bool HasLlvm() { return MakeLlvmCompiler().ok(); }

TEST(LlvmTrial, ALibraryThatEndsTheHelperIsNotUsed) {
  std::vector<std::string> told;
  ParallelCompilerOptions options = InProcess(HostLanguage::kAuto);
  options.compilers.llvm.library = kFakeLlvm;
  options.helper.log = [&](absl::LogSeverity, const std::string& message) {
    told.push_back(message);
  };
  const auto compiler = Make(options);
  EXPECT_FALSE(compiler->TakesIr());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(absl::StrContains(told[0], "libfake_llvm.so is not used in this process")) << told[0];
  const auto object = compiler->Compile({"scale", kHostScaleSource, "host", {}});
  EXPECT_TRUE(object.ok()) << object.status();

  options.compilers.host_language = HostLanguage::kLlvm;
  const absl::Status status = Make(options)->Compile({"nothing", kNothing, "host", {}}).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_TRUE(absl::StrContains(status.message(), "fails its trial")) << status;
}

TEST(LlvmTrial, ATestedReleaseNeedsNone) {
  if (!HasLlvm()) GTEST_SKIP() << "no LLVM here";
  ParallelCompilerOptions options = InProcess(HostLanguage::kAuto);
  options.helper.path = kNoHelper;
  EXPECT_TRUE(Make(options)->TakesIr());
}

// LLVM passes that the user names are tried, too.
TEST(LlvmTrial, OneServesAllProcessesWithTheCache) {
  if (!HasLlvm()) GTEST_SKIP() << "no LLVM here";
  const auto folder = TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok()) << folder.status();
  const std::string path = folder->path() + "/kernels.db";
  ParallelCompilerOptions options = InProcess(HostLanguage::kAuto);
  options.compilers.llvm.passes = "function(sroa)";
  options.helper.path = kNoHelper;
  EXPECT_FALSE(Make(options)->TakesIr());
  for (const char* helper : {"", kNoHelper}) {
    const auto cache = KernelCache::Open({.user_path = path});
    options.helper.path = helper;
    options.proofs = std::make_shared<LlvmProofs>(LlvmProofs{cache.get(), "generator", {}});
    EXPECT_TRUE(Make(options)->TakesIr()) << helper;
  }
  options.compilers.llvm.passes = "function(sroa,early-cse)";
  const auto cache = KernelCache::Open({.user_path = path});
  options.proofs = std::make_shared<LlvmProofs>(LlvmProofs{cache.get(), "generator", {}});
  EXPECT_FALSE(Make(options)->TakesIr());
}

TEST(LlvmTrial, HelpersCompileIrWhereAsked) {
  if (!HasLlvm()) GTEST_SKIP() << "no LLVM here";
  ParallelCompilerOptions options = InProcess(HostLanguage::kLlvm);
  options.mode = CompileMode::kHelper;
  const auto compiler = Make(options);
  EXPECT_TRUE(compiler->TakesIr());
  const auto object = compiler->Compile({"nothing", kNothing, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  EXPECT_EQ(object->compiled_by, CompiledBy::kHelper);
}

}  // namespace
}  // namespace fft::rtc
