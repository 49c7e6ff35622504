// Interprets fused kernels as GPUs would run them. There must be no race and no access out of
// bounds, and results must be those of the transform's definition.
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/interpreter/interpret_transform.h"

namespace fft::testing {
namespace {

struct FusedCase {
  SchemeKind scheme;
  const char* token;
};

constexpr FusedCase kCases[] = {
    {SchemeKind::kL1dTrtrt, "complex_forward_len_60_single_op"},
    {SchemeKind::kL1dTrtrt, "complex_inverse_len_256_double_ip_batch_2_scale_0.5"},
    {SchemeKind::kL1dCrt, "complex_forward_len_60_double_op_batch_2"},
    {SchemeKind::k2dRtrt, "complex_forward_len_12_10_single_op_batch_2"},
    {SchemeKind::k3dRtrt, "complex_inverse_len_3_5_37_double_op"},
    {SchemeKind::k3dTrtrtr, "complex_forward_len_6_5_4_double_ip_batch_2"},
};

// Cases for a machine with such small kernels that the transforms of these convolutions take two
// kernels.
constexpr FusedCase kSmallCases[] = {
    {SchemeKind::kBluesteinColumns, "complex_forward_len_131_single_op"},
    {SchemeKind::kBluesteinColumns, "complex_inverse_len_131_double_ip_batch_2_scale_0.5"},
    {SchemeKind::kBluesteinColumns,
     "complex_forward_len_131_single_op_batch_5_istride_5_CP_ostride_6_CP_idist_1_odist_1"},
    {SchemeKind::kBluesteinKernels, "complex_forward_len_131_single_op"},
    {SchemeKind::kBluesteinKernels, "complex_inverse_len_131_double_ip_batch_2_scale_0.5"},
    {SchemeKind::kBluesteinKernels,
     "complex_forward_len_131_single_op_batch_5_istride_5_CP_ostride_6_CP_idist_1_odist_1"},
    {SchemeKind::kBluesteinKernels,
     "complex_inverse_len_131_double_op_batch_2_istride_3_CI_ostride_2_CI_idist_400_odist_270"},
};

// Returns the best candidate of each set of fusions.
std::vector<int> FusedCandidates(const PlanDescription& plan) {
  std::set<std::vector<ShimKind>> known;
  std::vector<int> chosen;
  for (int i = 0; i < static_cast<int>(plan.search.candidates.size()); ++i) {
    const Candidate& candidate = plan.search.candidates[i];
    if (candidate.scores.fused == 0) continue;
    std::vector<ShimKind> fusions;
    for (const Step& step : candidate.steps) fusions.push_back(step.shim);
    if (known.insert(fusions).second) chosen.push_back(i);
  }
  return chosen;
}

void CheckFusions(const FusedCase& c, const Target& target) {
  SCOPED_TRACE(ToString(c.scheme) + " " + c.token);
  PlanOptions options;
  options.scheme = c.scheme;
  const auto plan = DescribePlan(*ParseToken(c.token), target, options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const std::vector<int> fused = FusedCandidates(*plan);
  EXPECT_FALSE(fused.empty());
  for (int candidate : fused) {
    SCOPED_TRACE(candidate);
    ExpectRight(*plan, candidate);
  }
}

class FusedKernelsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(FusedKernelsTest, AgreeWithTheDefinition) {
  for (const FusedCase& c : kCases) CheckFusions(c, *FindTarget(GetParam()));
}

TEST(FusedConvolutionsTest, AgreeWithTheDefinition) {
  for (const FusedCase& c : kSmallCases) CheckFusions(c, SmallTarget());
}

INSTANTIATE_TEST_SUITE_P(Targets, FusedKernelsTest, ::testing::Values("gfx90a", "sm_90"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::testing
