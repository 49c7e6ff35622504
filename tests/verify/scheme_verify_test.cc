// Compares every scheme with the reference on this machine's CPU. Problems that the scheme accepts
// are forced to it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/exec/describe_decided.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/plan/scheme.h"
#include "fft/plan/tree_decision.h"
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

struct SchemeCase {
  SchemeKind scheme;
  const char* token;
  std::vector<int64_t> factors;
};

constexpr char kColumns[] =
    "complex_inverse_len_720_double_ip_batch_6_istride_6_CI_ostride_6_CI_idist_1_odist_1_scale_0.5";
constexpr char kPlanar[] =
    "complex_forward_len_2048_single_op_batch_2_istride_1_CP_ostride_1_CI_idist_2048_odist_2050";
constexpr char kPlane[] = "complex_forward_len_40_48_single_op_batch_3_scale_0.25";
constexpr char kGaps[] =
    "complex_inverse_len_20_36_double_ip_batch_2_istride_40_1_CI_ostride_40_1_CI_idist_900_odist_"
    "900";
constexpr char kRealGaps[] =
    "real_inverse_len_1080_single_op_batch_3_istride_2_HI_ostride_3_R_idist_1100_odist_3300";
constexpr char kRealColumns[] =
    "real_forward_len_720_double_op_batch_7_istride_7_R_ostride_9_HP_idist_1_odist_1";
constexpr char kVolume[] = "complex_forward_len_12_20_33_single_op_batch_2_scale_3";
constexpr char kColumnMajor[] =
    "complex_inverse_len_6_8_10_double_op_batch_2_istride_1_6_48_CI_ostride_80_10_1_CI_idist_480_"
    "odist_480";

const std::vector<SchemeCase>& Cases() {
  static const auto* const kCases = [] {
    auto* cases = new std::vector<SchemeCase>;
    for (SchemeKind scheme :
         {SchemeKind::kL1dCc, SchemeKind::kL1dCr, SchemeKind::kL1dCrt, SchemeKind::kL1dTrtrt}) {
      cases->push_back({scheme, kColumns, {}});
      cases->push_back({scheme, kPlanar, {}});
      cases->push_back({scheme, "complex_forward_len_2048_single_ip", {8, 16, 16}});
    }
    for (SchemeKind scheme : {SchemeKind::k2dSingle, SchemeKind::k2dRc, SchemeKind::k2dRtrt}) {
      cases->push_back({scheme, kPlane, {}});
      cases->push_back({scheme, kGaps, {}});
    }
    for (SchemeKind scheme :
         {SchemeKind::k3dRc, SchemeKind::k3dRtrt, SchemeKind::k3dTrtrtr, SchemeKind::k3dBlockRc,
          SchemeKind::k3dBlockCr, SchemeKind::k2dSingle}) {
      cases->push_back({scheme, kVolume, {}});
      cases->push_back({scheme, kColumnMajor, {}});
    }
    cases->push_back({SchemeKind::kPerAxis, kVolume, {}});
    cases->push_back({SchemeKind::kPerAxis, kColumnMajor, {}});
    cases->push_back({SchemeKind::kPerAxis, "complex_forward_len_3_4_5_6_single_ip_batch_2", {}});
    for (const char* token : {"complex_forward_len_20_36_double_op_batch_2_irange_5_10_30_12",
                              "complex_inverse_len_1536_single_op_batch_3_orange_1000_800"}) {
      cases->push_back({SchemeKind::kRanged, token, {}});
    }
    for (SchemeKind scheme : {SchemeKind::kBluesteinColumns, SchemeKind::kBluesteinKernels}) {
      cases->push_back({scheme, kColumns, {}});
      cases->push_back({scheme, kPlanar, {}});
      cases->push_back({scheme, kGaps, {}});
      cases->push_back({scheme, kColumnMajor, {}});
      // The first kernel makes pairs of reals.
      cases->push_back({scheme, "real_inverse_len_1082_double_ip_batch_3_scale_0.5", {}});
      cases->push_back(
          {scheme,
           "real_inverse_len_722_single_op_batch_2_istride_2_HP_ostride_1_R_idist_724_odist_722",
           {}});
    }
    for (SchemeKind scheme : {SchemeKind::kBluestein, SchemeKind::kRader,
                              SchemeKind::kBluesteinColumns, SchemeKind::kBluesteinKernels}) {
      cases->push_back({scheme, "complex_inverse_len_7001_double_ip_batch_2", {}});
      cases->push_back({scheme, "complex_forward_len_61_single_op_batch_5_scale_0.5", {}});
    }
    for (SchemeKind scheme : {SchemeKind::kL1dRealCc, SchemeKind::kL1dRealCr}) {
      cases->push_back({scheme, "real_forward_len_1080_double_ip_batch_3_scale_0.5", {}});
      cases->push_back({scheme, kRealGaps, {}});
      cases->push_back({scheme, kRealColumns, {}});
      cases->push_back({scheme, "real_inverse_len_4096_single_op_batch_2", {16, 256}});
      cases->push_back({scheme, "real_forward_len_486_half_op_batch_5", {18, 27}});
      cases->push_back({scheme, "real_inverse_len_5_3000_single_ip_batch_2", {}});
      cases->push_back({scheme, "real_forward_len_6615_double_op_batch_3", {}});
      cases->push_back({scheme, "real_inverse_len_2_6615_single_ip_batch_2", {}});
      // The rows are split again.
      cases->push_back({scheme, kRealGaps, {10, 9, 12}});
      cases->push_back({scheme, "real_forward_len_4096_double_op_batch_2", {16, 16, 16}});
      cases->push_back({scheme, "real_inverse_len_8640_single_ip_batch_2", {18, 16, 30}});
      cases->push_back({scheme, "real_inverse_len_5_2835_double_op", {9, 21, 15}});
    }
    return cases;
  }();
  return *kCases;
}

bool Uses(const PlanNode& node, SchemeKind scheme) {
  if (node.scheme == scheme) return true;
  for (const PlanNode& child : node.children) {
    if (Uses(child, scheme)) return true;
  }
  return false;
}

class SchemeVerifyTest : public ::testing::TestWithParam<SchemeCase> {};

TEST_P(SchemeVerifyTest, AgreesWithTheReference) {
  const SchemeCase& c = GetParam();
  SCOPED_TRACE(ToString(c.scheme) + " " + c.token);
  PlanOptions options;
  options.scheme = c.scheme;
  options.factors = c.factors;
  // How many of the best assignments are tested. They share most kernels.
  int candidates = 1;
  for (; options.candidate < std::min(3, candidates); ++options.candidate) {
    const PreparedCase prepared = Prepare({c.token}, options, &HostContext());
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    candidates = static_cast<int>((*prepared.plan)->description().search.candidates.size());
    EXPECT_TRUE(Uses((*prepared.plan)->description().tree, c.scheme));
    const Outcome outcome = Judge(prepared, 7, &HostContext().device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass)
        << "assignment " << options.candidate << ": " << outcome.note;
    EXPECT_TRUE(outcome.measured);
  }
}

std::string CaseName(const ::testing::TestParamInfo<SchemeCase>& info) {
  return "Scheme" + ToString(info.param.scheme) + "_" + std::to_string(info.index);
}

// The points of these convolutions are pairs of reals.
TEST(ConvolutionsOfPairs, AgreeWithTheReference) {
  struct Convolved {
    const char* token;
    int64_t length;  // of the convolution
  };
  const Convolved cases[] = {
      {"real_forward_len_2018_double_op_batch_3", 2048},
      {"real_inverse_len_2018_single_ip_batch_2", 2025},
      {"real_forward_len_118_half_op_batch_9_scale_0.5", 128},
      {"real_inverse_len_166_single_op_batch_2_istride_1_HP_ostride_2_R_idist_85_odist_333", 256},
      {"real_forward_len_94_double_op_batch_17_istride_1_R_ostride_18_HI_idist_96_odist_1", 128},
      {"real_to_real_len_2018_kind_dst2_double_op_batch_3", 2048},
      {"real_to_real_len_134_kind_dct3_single_ip_batch_5", 256},
  };
  for (const auto& [token, length] : cases) {
    SCOPED_TRACE(token);
    const Problem problem = *ParseToken(token);
    PlanDecision decision = {.tree = {{SchemeKind::kBluestein, {length, 2}}}};
    auto described = DescribeDecided(problem, HostContext().target(), {}, &decision);
    ASSERT_TRUE(described.ok()) << described.status();
    ASSERT_EQ(described->kernels.size(), 1u);
    EXPECT_TRUE(kernels::HasPairs(described->kernels[0].spec)) << described->kernels[0].name;
    PreparedCase prepared;
    prepared.line = {token};
    prepared.plan =
        HostContext().MakePlan(std::make_shared<const PlanDescription>(*std::move(described)));
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const Outcome outcome = Judge(prepared, 7, &HostContext().device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note;
    EXPECT_TRUE(outcome.measured);
  }
}

INSTANTIATE_TEST_SUITE_P(Forced, SchemeVerifyTest, ::testing::ValuesIn(Cases()), CaseName);

// A new scheme needs a case here.
TEST(SchemeVerifyCases, CoverEveryComplexSchemeAndEverySplit) {
  for (const Scheme& scheme : SchemeTable()) {
    if (!PlansProblems(scheme)) continue;
    if (!scheme.plans(TransformKind::kComplex) && !scheme.splits) continue;
    if (scheme.kind == SchemeKind::kStockham) continue;  // all other suites test it
    int cases = 0;
    for (const SchemeCase& c : Cases()) cases += c.scheme == scheme.kind ? 1 : 0;
    EXPECT_GE(cases, 2) << ToString(scheme.kind);
  }
}

}  // namespace
}  // namespace fft::testing
