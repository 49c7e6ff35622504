#include "tools/aot/build_cache.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/sha256.h"
#include "fft/exec/decision_memory.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/source_dialect.h"
#include "fft/kernels/generate.h"
#include "fft/machine/model.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/device_kind.h"
#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"

namespace fft::aot {
namespace {

class BuildCacheTest : public testing::Test {
 protected:
  BuildCacheTest() : folder_(*rtc::TemporaryFolder::Create("")) {}

  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }

  BuildCacheOptions Options(const std::string& name) {
    BuildCacheOptions options;
    options.output = Path(name);
    options.progress = [this](const std::string& line) { lines_.push_back(line); };
    return options;
  }

  static std::vector<ListedKernel> List(const std::string& text) {
    return ParseKernelList(text).value();
  }

  const std::string list_ =
      "arch gfx90a\nkernels length=16,32 count=1 direction=forward\n"
      "arch host\nkernels length=16 count=1 direction=forward";
  rtc::TemporaryFolder folder_;
  std::vector<std::string> lines_;
};

// A Context whose system cache is the file finds the decisions of the list's problems in it.
TEST_F(BuildCacheTest, HoldsTheDecisionsOfItsProblems) {
  const std::string token = "complex_forward_len_100_single_op";
  BuildCacheOptions options = Options("cache.db");
  const auto kernels =
      ParseKernelList("arch host\nproblem " + token + "\nproblem scheme=STOCKHAM " + token, nullptr,
                      &options.decisions);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  EXPECT_EQ(options.decisions.size(), 1u) << "a forced scheme is no decision";
  const auto report = BuildCache(*kernels, options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->kernels, 1);
  const auto cache = rtc::KernelCache::Open({.system_path = Path("cache.db")});
  const Target target = *FindTarget("host");
  const auto plan =
      DecisionMemory(target, *cache).Describe(*CompleteProblem(*ParseToken(token)), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_FALSE(WasPlanned(*plan));
  EXPECT_EQ(plan->kernels.front().name, kernels->front().name);
}

// A list for sm_90 serves the H100 and the H200.
TEST_F(BuildCacheTest, DecisionsServeEveryMachineOfATarget) {
  const std::string token = "complex_forward_len_1048576_single_op_batch_4";
  ListedDecisions decisions;
  ASSERT_TRUE(ParseKernelList("arch sm_90\nproblem " + token, nullptr, &decisions).ok());
  EXPECT_EQ(decisions.size(), 2u);
  for (const Target& machine : MachinesOf(*FindTarget("sm_90"))) {
    EXPECT_EQ(decisions.count(
                  *DecisionKey(*CompleteProblem(*ParseToken(token)), {}, DecisionArch(machine))),
              1u);
  }
}

TEST_F(BuildCacheTest, HoldsEveryKernelInOrderWithoutTimes) {
  const auto report = BuildCache(List(list_), Options("cache.db"));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->kernels, 4);
  EXPECT_EQ(report->compiled, 4);
  ASSERT_EQ(lines_.size(), 4u);
  EXPECT_TRUE(absl::StartsWith(lines_[1], "[2/2] gfx90a ")) << lines_[1];
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_EQ(file.path().filename(), "cache.db");
    ++files;
  }
  EXPECT_EQ(files, 1);

  const auto store = rtc::OpenKernelStore(Path("cache.db"), rtc::StoreMode::kReadOnly, {});
  ASSERT_TRUE(store.ok()) << store.status();
  const auto problems = (*store)->Verify();
  ASSERT_TRUE(problems.ok());
  EXPECT_TRUE(problems->empty());
  const auto entries = (*store)->List();
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries->size(), 4u);
  for (const rtc::KernelEntry& entry : *entries) {
    EXPECT_EQ(entry.milliseconds, 0);
    EXPECT_EQ(entry.last_use, absl::UnixEpoch());
  }
}

TEST_F(BuildCacheTest, EqualListsMakeEqualBytes) {
  BuildCacheOptions serial = Options("serial.db");
  serial.jobs = 1;
  serial.compilers.mode = rtc::CompileMode::kInProcess;
  ASSERT_TRUE(BuildCache(List(list_), serial).ok());
  // The file is made a second time by other processes, in another order.
  BuildCacheOptions parallel = Options("parallel.db");
  parallel.jobs = 3;
  parallel.compilers.mode = rtc::CompileMode::kHelper;
  const auto report = BuildCache(List(list_), parallel);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(*rtc::ReadFile(Path("serial.db")), *rtc::ReadFile(Path("parallel.db")));
}

// Shipped kernels replace the kernels that the library would compile, so both have sources in the
// same language.
TEST_F(BuildCacheTest, HoldsWhatTheLibraryWouldCompile) {
  BuildCacheOptions options = Options("cache.db");
  options.compilers = rtc::CompilerOptionsFrom(ReadEnvironment(), nullptr).value();
  options.compilers.compilers.cuda.driver.reset();
  const bool has_cuda = rtc::MakeParallelCompiler(rtc::DeviceKind::kCuda, options.compilers).ok();
  if (!has_cuda) std::cout << "NOT TESTED: sm_90, whose compilers are not installed" << std::endl;
  const std::vector<ListedKernel> kernels = List(absl::StrCat(
      "arch host", has_cuda ? " sm_90" : "", "\nkernels length=16 count=1 direction=forward"));
  ASSERT_TRUE(BuildCache(kernels, options).ok());
  const auto store = rtc::OpenKernelStore(Path("cache.db"), rtc::StoreMode::kReadOnly, {});
  ASSERT_TRUE(store.ok()) << store.status();
  const auto entries = (*store)->List();
  ASSERT_TRUE(entries.ok()) << entries.status();
  ASSERT_EQ(entries->size(), kernels.size());
  for (const ListedKernel& kernel : kernels) {
    const auto compiler =
        rtc::MakeParallelCompiler(*rtc::KindOfArch(kernel.target.name), options.compilers);
    ASSERT_TRUE(compiler.ok()) << compiler.status();
    const auto source = kernels::GenerateSource(std::get<kernels::KernelSpec>(kernel.spec),
                                                SourceDialect(kernel.target, **compiler), nullptr);
    ASSERT_TRUE(source.ok()) << source.status();
    const auto entry = std::find_if(entries->begin(), entries->end(), [&](const auto& candidate) {
      return candidate.key.arch == kernel.target.name && candidate.key.kernel_name == kernel.name;
    });
    ASSERT_NE(entry, entries->end()) << kernel.name;
    EXPECT_EQ(entry->key.compiler_version, (*compiler)->Version());
    EXPECT_EQ(entry->source_digest, Sha256(*source)) << kernel.target.name;
  }
}

// Kernels that were finished before an error or a kill are not compiled again. Finished kernels
// that a changed list does not have are left out of the result.
TEST_F(BuildCacheTest, ContinuesWhereItWas) {
  std::vector<ListedKernel> kernels = List(list_);
  std::vector<ListedKernel> with_bad = kernels;
  with_bad[0].target.name = "gfx9999";
  const absl::Status failed = BuildCache(with_bad, Options("cache.db")).status();
  EXPECT_TRUE(absl::StrContains(failed.message(), "gfx9999")) << failed;
  EXPECT_FALSE(std::filesystem::exists(Path("cache.db")));
  EXPECT_TRUE(std::filesystem::exists(Path("cache.db.partial")));

  kernels.erase(kernels.begin());
  kernels.pop_back();
  const auto report = BuildCache(kernels, Options("cache.db"));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->compiled, 0);
  EXPECT_EQ(report->kernels, 2);
}

TEST_F(BuildCacheTest, ProgressCountsWhatIsLeft) {
  std::vector<ListedKernel> with_bad = List(list_);
  with_bad[0].target.name = "gfx9999";
  EXPECT_FALSE(BuildCache(with_bad, Options("cache.db")).ok());
  lines_.clear();
  const auto report = BuildCache(List(list_), Options("cache.db"));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->compiled, 1);
  ASSERT_EQ(lines_.size(), 1u);
  EXPECT_TRUE(absl::StartsWith(lines_[0], "[1/1] gfx90a ")) << lines_[0];
}

TEST_F(BuildCacheTest, FoldersThatCannotBeWrittenAreErrors) {
  const auto report = BuildCache(List("arch host\nkernels length=4"), Options("no/such/cache.db"));
  EXPECT_FALSE(report.ok());
}

}  // namespace
}  // namespace fft::aot
