// Runs the C++ and C programs that the page copies. Each makes the plan of its token with the
// options and the candidate of its recipe.
#include "inspector/web/test/copied_programs.inc"

#include <string>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gtest/gtest.h"

extern "C" {  // defined in copied_programs.c
int CopiedC0();
int CopiedC1();
int CopiedC2();
int CopiedC3();
int CopiedC4();
int CopiedC5();
int CopiedC6();
int CopiedC7();
int CopiedC8();
int CopiedC9();
}

namespace fft::inspector {
namespace {

struct Copied {
  const char* token;
  int (*run)();
  int (*run_c)();
  PlanOptions options = {};
};

class CopiedProgramsTest : public ::testing::TestWithParam<Copied> {};

std::string Printed(int (*run)()) {
  ::testing::internal::CaptureStdout();
  const int code = run();
  std::string printed = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, 0);
  while (printed.ends_with("\n")) printed.pop_back();
  return printed;
}

TEST_P(CopiedProgramsTest, MakesThePlanOfItsToken) {
  const std::string printed = Printed(GetParam().run);
  const absl::StatusOr<Problem> made = ParseToken(printed);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(*made, *ParseToken(GetParam().token));
}

TEST_P(CopiedProgramsTest, MakesTheSamePlanInC) {
  const Json made = Json::parse(Printed(GetParam().run_c), nullptr, false);
  ASSERT_TRUE(made.is_object());
  const Problem problem = *ParseToken(GetParam().token);
  EXPECT_EQ(*ParseToken(made["token"].get<std::string>()), problem);
  const absl::StatusOr<Target> target = FindTarget(made["target"]["name"].get<std::string>());
  ASSERT_TRUE(target.ok()) << target.status();
  const absl::StatusOr<PlanDescription> plan = DescribePlan(problem, *target, GetParam().options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(made["tree"], ToJson(plan->tree));
  EXPECT_EQ(made["candidate"], plan->candidate);
  EXPECT_EQ(made["assignment"], ToJson(plan->chosen()));
}

PlanOptions Forced(SchemeKind scheme, std::vector<int64_t> factors) {
  PlanOptions options;
  options.scheme = scheme;
  options.factors = std::move(factors);
  return options;
}

PlanOptions Shaped() {
  PlanOptions options = Forced(SchemeKind::kL1dCrt, {8, 512});
  options.shapes = ParseAskedShapes("512:factors=8x8x8").value();
  options.candidate = 1;
  return options;
}

PlanOptions OfStrategy(Strategy strategy, bool may_overwrite) {
  PlanOptions options;
  options.strategy = strategy;
  options.allow_input_overwrite = may_overwrite;
  options.allow_gap_overwrite = may_overwrite;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, CopiedProgramsTest,
    ::testing::Values(
        Copied{"complex_forward_len_16_single_op", Program0, CopiedC0},
        Copied{"complex_inverse_len_64_48_double_ip_batch_3_scale_0.5", Program1, CopiedC1},
        Copied{"real_forward_len_240_half_op", Program2, CopiedC2},
        Copied{"real_inverse_len_16_12_single_op", Program3, CopiedC3},
        Copied{"complex_forward_len_16_16_single_op_istride_40_2_CI_ostride_16_1_CI", Program4,
               CopiedC4},
        Copied{"complex_forward_len_32_double_op_istride_1_CP_ostride_1_CP", Program5, CopiedC5},
        Copied{"complex_forward_len_4096_single_op", Program6, CopiedC6,
               Forced(SchemeKind::kL1dTrtrt, {64, 64})},
        Copied{"complex_forward_len_4096_single_op_batch_2", Program7, CopiedC7, Shaped()},
        Copied{"complex_forward_len_32_16_24_double_ip", Program8, CopiedC8,
               OfStrategy(Strategy::kFewestBuffers, false)},
        Copied{"complex_forward_len_64_64_single_op", Program9, CopiedC9,
               OfStrategy(Strategy::kMostFusion, true)}));

}  // namespace
}  // namespace fft::inspector
