// Tests that every kernel of every suite can be made from its name.
#include <set>
#include <string>
#include <vector>

#include "fft/kernels/kernel_name.h"
#include "gtest/gtest.h"
#include "tests/support/suite_plans.h"

namespace fft::testing {
namespace {

using kernels::KernelSpec;

// Returns the texts of the callbacks that a kernel calls.
std::vector<std::string> CallbacksOf(const KernelSpec& spec) {
  return {spec.store_callback.text, spec.load_callback.text};
}

class KernelNamesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(KernelNamesTest, SayAllOfTheirKernels) {
  const Target target = FindTarget(GetParam()).value();
  std::set<std::string> seen;
  for (const cli::TokenLine& line : SuiteTokens()) {
    for (const PlanDescription& plan : PlansOf(line.token, target)) {
      for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
        for (const kernels::PlannedKernel& kernel : *kernels) {
          if (!seen.insert(kernel.name).second) continue;
          const auto spec = kernels::ParseKernelName(kernel.name, CallbacksOf(kernel.spec));
          ASSERT_TRUE(spec.ok()) << kernel.name << ": " << spec.status();
          EXPECT_EQ(*spec == kernel.spec, true)
              << line.token << ": " << kernel.name << " has " << spec->lds.words
              << " words of LDS, the plan's has " << kernel.spec.lds.words;
        }
      }
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

INSTANTIATE_TEST_SUITE_P(Targets, KernelNamesTest, ::testing::Values("gfx90a", "sm_90", "host"));

}  // namespace
}  // namespace fft::testing
