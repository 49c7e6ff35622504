// Interprets kernels of whole planes of reals and compares results with the definition.
#include <string>
#include <tuple>
#include <vector>

#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"

namespace fft::testing {
namespace {

// The cases are planes with and without a middle column that is its own mirror image, workgroups of
// several planes of which the last one is not full, rows of one pair, gaps, other formats, and
// volumes.
const char* const kTokens[] = {
    "real_forward_len_8_8_double_op_batch_7",
    "real_inverse_len_8_8_double_op_batch_7",
    "real_forward_len_9_6_single_ip_batch_3",
    "real_inverse_len_9_6_single_ip_batch_3_scale_0.5",
    "real_forward_len_5_14_double_ip_batch_20_scale_2",
    "real_inverse_len_5_14_double_op_batch_20",
    "real_forward_len_7_2_double_op_batch_3",
    "real_inverse_len_7_2_single_op_batch_3",
    "real_forward_len_2_2_double_ip",
    "real_inverse_len_2_2_double_op",
    "real_forward_len_32_20_single_op",
    "real_inverse_len_20_32_double_ip",
    "real_forward_len_15_26_half_op_batch_3",
    "real_inverse_len_11_24_half_ip_batch_3",
    "real_forward_len_6_10_double_op_batch_4_istride_14_1_R_ostride_7_1_HP_idist_90_odist_43",
    "real_inverse_len_6_10_single_op_batch_4_istride_1_6_HI_ostride_12_1_R_idist_36_odist_80",
    "real_inverse_len_6_10_double_op_batch_4_istride_7_1_HP_ostride_10_1_R_idist_45_odist_60",
    "real_forward_len_6_4_10_double_op_batch_2",
    "real_inverse_len_6_4_10_single_ip_batch_2",
    "real_inverse_len_3_8_8_double_op_batch_2_scale_0.25",
};

using Case = std::tuple<const char*, const char*>;  // token, target
class RealPlanesTest : public ::testing::TestWithParam<Case> {};

TEST_P(RealPlanesTest, IsTheTransform) {
  const auto& [token, target] = GetParam();
  const Problem problem = *ParseToken(token);
  PlanOptions options;
  options.scheme = problem.lengths.size() == 3 ? SchemeKind::k3dRc : SchemeKind::k2dSingle;
  const auto plan = DescribePlan(problem, *FindTarget(target), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ExpectRight(*plan, 0);
}

INSTANTIATE_TEST_SUITE_P(AllTokens, RealPlanesTest,
                         ::testing::Combine(::testing::ValuesIn(kTokens),
                                            ::testing::Values("gfx90a", "gfx1030", "sm_90")));

}  // namespace
}  // namespace fft::testing
