// Writes every kernel of every suite as PTX and reads the PTX back, with the launch of the kernel's
// plan.
#include <set>
#include <string>

#include "fft/base/ir_marker.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/testing/ptx_module.h"
#include "gtest/gtest.h"
#include "tests/support/suite_plans.h"

namespace fft::testing {
namespace {

void Check(const kernels::PlannedKernel& kernel) {
  SCOPED_TRACE(kernel.name);
  const auto source = SourceOf(kernel, Dialect::kCudaPtx);
  ASSERT_TRUE(source.ok()) << source.status();
  ASSERT_TRUE(IsPtx(*source));
  const auto module = rtc::ParsePtx(*source);
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->kernel_name, kernel.name);
  EXPECT_EQ(module->max_threads, kernel.threads);
  const bool is_dynamic = kernel.lds_bytes > (48 << 10);
  EXPECT_EQ(module->has_dynamic_shared, is_dynamic);
  EXPECT_GE(module->static_shared_bytes, is_dynamic ? 0 : kernel.lds_bytes);
}

TEST(PtxSuitesTest, EveryKernelIsRead) {
  const Target target = FindTarget("sm_90").value();
  std::set<std::string> seen;
  for (const cli::TokenLine& line : SuiteTokens()) {
    for (const PlanDescription& plan : PlansOf(line.token, target)) {
      for (const kernels::PlannedKernel& kernel : plan.kernels) {
        if (seen.insert(kernel.name).second) Check(kernel);
      }
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

}  // namespace
}  // namespace fft::testing
