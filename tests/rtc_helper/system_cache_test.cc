#include <string>

#include "fft/exec/kernel_build.h"
#include "fft/fft.h"
#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr char kCache[] = "examples/system_cache/fft_kernels.db";

TEST(SystemCache, PlansOfItsKernelsCompileNothing) {
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = kCache;
  const auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  for (const char* token :
       {"complex_forward_len_64_single_op_batch_2000", "complex_forward_len_48_80_single_ip"}) {
    const auto plan = (*context)->MakePlan(*ParseToken(token));
    ASSERT_TRUE(plan.ok()) << plan.status();
    for (const KernelBuild& build : (*plan)->builds()) EXPECT_EQ(build.origin, "system");
  }
  EXPECT_EQ((*context)->cache_counters().compiles, 0);
  EXPECT_EQ((*context)->cache_status(), "ok");
}

TEST(SystemCache, AnotherBuildMakesTheSameBytes) {
  const auto folder = rtc::TemporaryFolder::Create("");
  ASSERT_TRUE(folder.ok());
  const std::string again = folder->path() + "/again.db";
  const auto run =
      rtc::RunProcess({"tools/aot/fft_aot_cache", "--list", "examples/system_cache/kernels.txt",
                       "--out", again, "--jobs", "1"},
                      absl::Seconds(280));
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_TRUE(run->exit.ok()) << run->standard_error;
  EXPECT_NE(run->standard_error.find("[1/"), std::string::npos) << run->standard_error;
  EXPECT_EQ(rtc::ReadFile(again).value(), rtc::ReadFile(kCache).value());
}

}  // namespace
}  // namespace fft
