// Tests that kernels with callbacks compile for GPUs and spill no registers.
#include <memory>
#include <string>

#include "fft/base/options.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "gtest/gtest.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

class CallbackCompileTest : public ::testing::TestWithParam<const char*> {};

TEST_P(CallbackCompileTest, OneTextServesEveryDialect) {
  const std::string arch = GetParam();
  ContextOptions environment = ReadEnvironment();
  environment.cuda_language = "c++";
  auto compiler = rtc::MakeToolCompiler(arch, environment);
  if (!compiler.ok()) GTEST_SKIP() << arch << ": " << compiler.status();
  const Target target = FindTarget(arch).value();
  for (const char* token :
       {"complex_forward_len_336_single_op_batch_2_CB", "complex_inverse_len_64_double_ip_CB",
        "complex_forward_len_12_40_half_ip_CB"}) {
    const Problem problem = ParseToken(token).value();
    PlanOptions options;
    options.callbacks = ScalingCallbacks(problem);
    const auto plan = DescribePlan(problem, target, options);
    ASSERT_TRUE(plan.ok()) << plan.status();
    for (const kernels::PlannedKernel& kernel : plan->callback_kernels) {
      const auto source = SourceOf(kernel, target);
      ASSERT_TRUE(source.ok()) << source.status();
      const auto object = (*compiler)->Compile({kernel.name, *source, arch, {}});
      ASSERT_TRUE(object.ok()) << object.status() << "\n" << *source;
      const auto stats = rtc::ReadKernelStats(object->bytes, kernel.name, object->log);
      ASSERT_TRUE(stats.ok()) << stats.status();
      EXPECT_EQ(stats->spilled_registers, 0) << kernel.name;
      EXPECT_GT(stats->registers, 0) << kernel.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, CallbackCompileTest,
                         ::testing::Values("gfx90a", "gfx1030", "sm_90"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::testing
