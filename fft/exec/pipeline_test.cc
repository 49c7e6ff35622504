#include "fft/exec/pipeline.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/shapes/asked_shape.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using kernels::GroupOrder;
using kernels::LaunchTime;
using kernels::PlannedKernel;
using testing::HasSubstr;

std::vector<PlannedKernel> KernelsOf(const std::string& token, const std::string& name) {
  const auto plan = DescribePlan(ParseToken(token).value(), FindTarget(name).value(), {});
  EXPECT_TRUE(plan.ok()) << plan.status();
  return plan.ok() ? plan->kernels : std::vector<PlannedKernel>();
}

int Falling(const std::vector<PlannedKernel>& kernels) {
  return static_cast<int>(std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) {
    return kernel.spec.group_order == GroupOrder::kFalling;
  }));
}

TEST(Sequence, EveryOtherKernelFallsWhereTheCacheHoldsAPart) {
  const std::string two = "complex_forward_len_1024_1024_single_op_batch_";
  EXPECT_EQ(Falling(KernelsOf(two + "64", "sm_80")), 1);
  EXPECT_EQ(Falling(KernelsOf("complex_forward_len_4096_4096_single_op_batch_4", "sm_90")), 1);
  // Both kernels run as one launch.
  EXPECT_EQ(Falling(KernelsOf(two + "64", "sm_90")), 0);
  EXPECT_EQ(Falling(KernelsOf(two + "2", "sm_90")), 0);
  EXPECT_EQ(Falling(KernelsOf(two + "64", "gfx90a")), 0);
  EXPECT_EQ(Falling(KernelsOf(two + "64", "host")), 0);
  for (const auto& [target, falling] : {std::pair("sm_80", 1), {"sm_90", 2}}) {
    const auto three = KernelsOf("complex_forward_len_256_256_256_single_op_batch_4", target);
    ASSERT_EQ(three.size(), 3u);
    EXPECT_EQ(Falling(three), 1);
    EXPECT_THAT(three[falling].name, HasSubstr("falling")) << target;
  }
}

// The sequence has a relay, kernels that do the last tiles first, and kernels that are launched
// early.
TEST(Sequence, IsOneForTheCandidateAndThePlan) {
  for (const char* token : {"complex_forward_len_65536_single_op_batch_1024",
                            "complex_forward_len_256_256_256_single_op_batch_4",
                            "complex_forward_len_1024_1024_single_op"}) {
    const auto plan =
        DescribePlan(ParseToken(token).value(), FindTarget("sm_90").value(), PlanOptions());
    ASSERT_TRUE(plan.ok()) << plan.status();
    const auto kernels = KernelsOfCandidate(*plan, plan->candidate);
    ASSERT_TRUE(kernels.ok()) << kernels.status();
    EXPECT_EQ(*kernels, plan->kernels) << token;
  }
}

TEST(Sequence, KernelsOfShortPlansAreLaunchedEarly) {
  for (const auto& [batch, is_early] : {std::pair("1", true), {"64", false}}) {
    const std::string token = "complex_forward_len_1024_1024_single_op_batch_";
    const auto kernels = KernelsOf(token + batch, "sm_90");
    ASSERT_EQ(kernels.size(), 2u);
    for (const PlannedKernel& kernel : kernels) {
      EXPECT_EQ(kernel.spec.launch, is_early ? LaunchTime::kEarly : LaunchTime::kInTurn);
    }
    // The first kernel never starts early, because the kernel before the plan does not allow it.
    EXPECT_FALSE(kernels[0].launches_early);
    EXPECT_EQ(kernels[1].launches_early, is_early);
  }
  const std::string line = "complex_forward_len_1024_single_op_batch_4";
  ASSERT_EQ(KernelsOf(line, "sm_90").size(), 1u);
  EXPECT_EQ(KernelsOf(line, "sm_90")[0].spec.launch, LaunchTime::kInTurn);
  for (const char* target : {"sm_80", "gfx90a", "host"}) {
    for (const PlannedKernel& kernel :
         KernelsOf("complex_forward_len_1024_1024_single_op", target)) {
      EXPECT_EQ(kernel.spec.launch, LaunchTime::kInTurn) << target;
      EXPECT_FALSE(kernel.launches_early) << target;
    }
  }
}

// The options ask for the shape that is chosen without them, and leave the width open.
TEST(Sequence, AWishThatChangesNothingIsTheSamePlan) {
  for (const auto& [token, shapes] : std::vector<std::pair<std::string, std::string>>{
           {"complex_forward_len_65536_single_op_batch_1", "256:persistent=0"},
           {"complex_forward_len_16384_double_op_batch_1", "128:persistent=0"}}) {
    PlanOptions options;
    options.shapes = ParseAskedShapes(shapes).value();
    const auto asked =
        DescribePlan(ParseToken(token).value(), FindTarget("sm_90").value(), options);
    ASSERT_TRUE(asked.ok()) << asked.status();
    const std::vector<PlannedKernel> chosen = KernelsOf(token, "sm_90");
    ASSERT_EQ(asked->kernels.size(), chosen.size()) << token;
    for (size_t i = 0; i < chosen.size(); ++i) {
      EXPECT_EQ(asked->kernels[i].name, chosen[i].name) << token;
    }
  }
}

}  // namespace
}  // namespace fft
