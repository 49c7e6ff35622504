// Executes assignments with fused kernels through the public API on this machine's CPU and compares
// results with the reference.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/verify/verify_case.h"

namespace fft::testing {
namespace {

// Returns the Context of all tests, so that kernels are compiled once.
Context& HostContext() {
  static const auto* const kContext = [] {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    return new std::shared_ptr<Context>(Context::Create(options).value());
  }();
  return **kContext;
}

struct FusedCase {
  SchemeKind scheme;
  const char* token;
  std::set<ShimKind> shims;  // the fusions that the case's candidates use
};

const std::vector<FusedCase>& Cases() {
  using enum ShimKind;
  static const auto* const kCases = new std::vector<FusedCase>{
      {SchemeKind::kL1dTrtrt,
       "complex_forward_len_240_single_op",
       {kTransposeStockham, kStockhamTranspose, kTransposeStockhamTranspose}},
      {SchemeKind::kL1dTrtrt,
       "complex_inverse_len_240_double_ip_batch_3_scale_0.5",
       {kTransposeStockham, kStockhamTranspose}},
      {SchemeKind::kL1dTrtrt,
       "real_forward_len_480_single_op",
       {kTransposeStockham, kStockhamTranspose, kTransposeStockhamTranspose}},
      {SchemeKind::kL1dTrtrt,
       "real_inverse_len_480_double_ip",
       {kTransposeStockham, kStockhamTranspose, kTransposeStockhamTranspose}},
      {SchemeKind::kL1dCrt,
       "complex_forward_len_240_double_op_batch_2_istride_1_CP_ostride_1_CI_idist_240_odist_250",
       {kStockhamTranspose}},
      {SchemeKind::kL1dCrt, "complex_inverse_len_240_single_ip", {kStockhamTranspose}},
      {SchemeKind::k2dRtrt,
       "complex_forward_len_20_12_single_op_batch_2",
       {kTransposeStockham, kStockhamTranspose, kTransposeStockhamTranspose}},
      {SchemeKind::k2dRtrt,
       "complex_inverse_len_12_20_double_ip_scale_0.1",
       {kTransposeStockham, kStockhamTranspose, kTransposeStockhamTranspose}},
      {SchemeKind::k3dRtrt,
       "complex_forward_len_6_10_12_single_op_batch_2",
       {kTransposeStockham, kStockhamZXy, kTransposeStockhamTranspose}},
      {SchemeKind::k3dRtrt,
       "complex_inverse_len_6_10_12_double_ip",
       {kTransposeStockham, kStockhamZXy, kTransposeStockhamTranspose}},
      // With rows of 37 points, planes take a row kernel and a column kernel.
      {SchemeKind::k3dRtrt,
       "complex_forward_len_6_10_37_single_op_batch_2",
       {kStockhamXyZ, kStockhamZXy}},
      {SchemeKind::k3dTrtrtr,
       "complex_forward_len_6_10_12_double_op",
       {kTransposeStockham, kStockhamZXy, kTransposeStockhamTranspose}},
      {SchemeKind::k3dTrtrtr,
       "complex_inverse_len_6_10_12_single_ip_batch_2_scale_3",
       {kTransposeStockham, kStockhamZXy, kTransposeStockhamTranspose}},
      {SchemeKind::kBluesteinColumns,
       "complex_forward_len_37_single_op_batch_3",
       {kChirpStockham, kStockhamChirp}},
      {SchemeKind::kBluesteinColumns,
       "complex_inverse_len_37_single_op_batch_5_istride_5_CP_ostride_6_CP_idist_1_odist_1",
       {kChirpStockham, kStockhamChirp}},
      {SchemeKind::kBluesteinColumns,
       "complex_forward_len_37_half_op_batch_2_istride_3_CI_ostride_2_CI_idist_120_odist_80",
       {kChirpStockham, kStockhamChirp}},
      // One kernel transforms the rows of the convolution. Only one of its two neighbours can be
      // fused with it.
      {SchemeKind::kBluesteinKernels,
       "complex_forward_len_37_single_op_batch_3",
       {kChirpStockham, kStockhamFilter, kStockhamChirp}},
      {SchemeKind::kBluesteinKernels,
       "complex_inverse_len_37_double_ip_batch_2_scale_0.5",
       {kChirpStockham, kStockhamFilter, kStockhamChirp}},
      {SchemeKind::kBluesteinKernels,
       "complex_inverse_len_37_single_op_batch_5_istride_5_CP_ostride_6_CP_idist_1_odist_1",
       {kChirpStockham, kStockhamFilter, kStockhamChirp}},
      {SchemeKind::kBluesteinKernels,
       "complex_forward_len_37_half_op_batch_2_istride_3_CI_ostride_2_CI_idist_120_odist_80",
       {kChirpStockham, kStockhamFilter, kStockhamChirp}},
  };
  return *kCases;
}

PlanOptions Options(const FusedCase& c) {
  PlanOptions options;
  options.scheme = c.scheme;
  return options;
}

// Returns the fusions of a candidate, in execution order.
std::vector<ShimKind> Fusions(const Candidate& candidate) {
  std::vector<ShimKind> fusions;
  for (const Step& step : candidate.steps) fusions.push_back(step.shim);
  return fusions;
}

// Returns the best candidate of each set of fusions.
std::vector<int> FusedCandidates(const PlanDescription& plan) {
  std::set<std::vector<ShimKind>> known;
  std::vector<int> chosen;
  for (int i = 0; i < static_cast<int>(plan.search.candidates.size()); ++i) {
    const Candidate& candidate = plan.search.candidates[i];
    if (candidate.scores.fused == 0) continue;
    if (known.insert(Fusions(candidate)).second) chosen.push_back(i);
  }
  return chosen;
}

class FusedTest : public ::testing::TestWithParam<FusedCase> {};

TEST_P(FusedTest, EveryFusionExecutes) {
  const FusedCase& c = GetParam();
  SCOPED_TRACE(ToString(c.scheme) + " " + c.token);
  PlanOptions options = Options(c);
  const auto all = DescribePlan(*ParseToken(c.token), HostContext().target(), options);
  ASSERT_TRUE(all.ok()) << all.status();
  const std::vector<int> fused = FusedCandidates(*all);
  EXPECT_FALSE(fused.empty());
  std::set<ShimKind> shims;
  for (int candidate : fused) {
    SCOPED_TRACE(candidate);
    options.candidate = candidate;
    const PreparedCase prepared = Prepare({c.token}, options, &HostContext());
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const PlanDescription& plan = (*prepared.plan)->description();
    // Each leaf either has a kernel of its own or is fused into another kernel.
    EXPECT_EQ(plan.kernels.size() + plan.chosen().scores.fused, Leaves(plan.tree).size());
    for (const Step& step : plan.chosen().steps) shims.insert(step.shim);
    const Outcome outcome = Judge(prepared, 7, &HostContext().device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note;
    EXPECT_TRUE(outcome.measured);
  }
  shims.erase(ShimKind::kNone);
  for (ShimKind shim : c.shims) EXPECT_EQ(shims.count(shim), 1u) << ToString(shim);
}

std::string CaseName(const ::testing::TestParamInfo<FusedCase>& info) {
  return "Case" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Forced, FusedTest, ::testing::ValuesIn(Cases()), CaseName);

}  // namespace
}  // namespace fft::testing
