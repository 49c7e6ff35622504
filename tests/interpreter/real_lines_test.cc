// Interprets kernels of real transforms and compares results with the definition. In a kernel two
// real transforms share a line, or spectra are folded.
#include <string>

#include "fft/core/target.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/tree_decision.h"
#include "fft/shapes/asked_shape.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/interpreter/interpret_transform.h"

namespace fft::testing {
namespace {

struct RealCase {
  const char* token;
  std::vector<int64_t> factors = {};  // the factors of a large scheme; empty for one kernel
  const char* shapes = "";            // the shapes of the kernels
};

// The cases are odd batches, whose last line holds one transform, a single transform, rows,
// columns, and both.
const RealCase kCases[] = {
    {"real_forward_len_9_double_op_batch_7"},
    {"real_forward_len_45_single_ip_batch_8"},
    {"real_inverse_len_105_double_ip_batch_5_scale_0.5"},
    {"real_inverse_len_27_single_op"},
    {"real_forward_len_15_double_op_batch_11_istride_11_R_ostride_12_HI_idist_1_odist_1"},
    {"real_inverse_len_21_single_op_batch_6_istride_7_HP_ostride_6_R_idist_1_odist_1"},
    {"real_forward_len_7_243_half_op_batch_3"},
    // The length has a large prime, so it takes a convolution with a chirp.
    {"real_forward_len_59_single_op_batch_7"},
    {"real_forward_len_118_double_ip_batch_3"},
    {"real_inverse_len_67_double_ip_batch_4_scale_0.5"},
    {"real_inverse_len_134_single_op_batch_5"},
    {"real_forward_len_61_double_op"},
    {"real_inverse_len_71_single_op"},
    {"real_forward_len_59_double_op_batch_11_istride_11_R_ostride_12_HP_idist_1_odist_1"},
    {"real_inverse_len_59_single_op_batch_6_istride_7_HI_ostride_6_R_idist_1_odist_1"},
    {"real_forward_len_2_101_half_op_batch_2_scale_0.5"},
    {"real_forward_len_96_double_op_batch_3", {8, 12}},
    {"real_forward_len_60_single_ip_batch_2_scale_2", {6, 10}},
    {"real_forward_len_30_double_op", {2, 15}},
    {"real_forward_len_400_single_op_batch_2", {20, 20}},
    {"real_forward_len_105_double_op_batch_3", {7, 15}},
    {"real_inverse_len_135_single_ip_batch_2", {9, 15}},
    {"real_forward_len_70_double_ip_batch_3", {5, 14}},
    {"real_inverse_len_110_double_op", {11, 10}},
    {"real_inverse_len_96_double_op_batch_3", {12, 8}},
    {"real_inverse_len_90_single_ip_batch_2_scale_2", {10, 9}},
    {"real_inverse_len_400_double_op", {4, 100}},
    // Plans of three factors split the rows of the first split again. The cases have even and odd
    // numbers of columns, columns that are their own mirror image, rows that are split twice, and
    // rows that are convolutions.
    {"real_forward_len_480_double_op_batch_3", {8, 6, 10}},
    {"real_inverse_len_480_double_op_batch_3", {8, 10, 6}},
    {"real_forward_len_315_single_ip_batch_2_scale_2", {7, 5, 9}},
    {"real_inverse_len_270_single_ip_batch_2_scale_0.5", {9, 5, 6}},
    {"real_forward_len_240_double_op", {2, 8, 15}},
    {"real_inverse_len_240_half_op", {2, 15, 8}},
    {"real_forward_len_1680_single_op_batch_2", {8, 5, 6, 7}},
    {"real_forward_len_488_double_ip_batch_2", {4, 2, 61}},
    {"real_inverse_len_488_double_op", {4, 61, 2}},
    {"real_forward_len_3_128_double_op_batch_2_istride_140_1_R_ostride_70_1_HP", {8, 4, 4}},
    {"real_inverse_len_3_128_double_op_batch_2_istride_70_1_HI_ostride_140_1_R", {4, 4, 8}},
    // The rows are convolutions.
    {"real_forward_len_244_double_op_batch_3", {4, 61}},
    {"real_inverse_len_201_single_op_batch_2", {3, 67}},
    {"real_forward_len_201_double_ip", {3, 67}},
    {"real_inverse_len_295_double_op_batch_2_scale_0.5", {5, 59}},
    {"real_forward_len_708_single_op_batch_2", {6, 118}},
    {"real_inverse_len_366_single_ip_batch_3", {6, 61}},
    {"real_forward_len_3_122_double_op_batch_2_istride_130_1_R_ostride_70_1_HP", {2, 61}},
    {"real_forward_len_3_64_double_op_batch_2_istride_80_1_R_ostride_40_1_HP", {8, 8}},
    {"real_inverse_len_3_64_double_op_batch_2_istride_40_1_HI_ostride_80_1_R", {8, 8}},
};

void Check(const RealCase& c, std::optional<SchemeKind> scheme, const Target& target) {
  SCOPED_TRACE(std::string(c.token) + " on " + target.name);
  PlanOptions options;
  options.scheme = scheme;
  options.factors = c.factors;
  options.shapes = *ParseAskedShapes(c.shapes);
  const auto plan = DescribePlan(*ParseToken(c.token), target, options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ExpectRight(*plan, 0);
}

class RealLinesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RealLinesTest, AgreeWithTheDefinition) {
  const Target target = *FindTarget(GetParam());
  for (const RealCase& c : kCases) {
    if (c.factors.empty()) {
      Check(c, std::nullopt, target);
      continue;
    }
    for (SchemeKind scheme : {SchemeKind::kL1dRealCc, SchemeKind::kL1dRealCr}) {
      Check(c, scheme, target);
    }
  }
}

// The passes of these kernels write outputs to the places of their inputs. The cases have pairs,
// two transforms in a line, folded spectra and large twiddles.
TEST(RealLines, PassesInPlaceAgreeWithTheDefinition) {
  const RealCase cases[] = {
      {"real_forward_len_120_double_op_batch_3",
       {},
       "60:factors=5x3x4,threads=10,exchange=inplace"},
      {"real_inverse_len_120_single_ip_batch_3", {}, "60:factors=4x15,threads=15,exchange=inplace"},
      {"real_forward_len_45_double_op_batch_7", {}, "45:factors=3x5x3,threads=5,exchange=inplace"},
      {"real_inverse_len_45_single_op_batch_4", {}, "45:factors=9x5,threads=3,exchange=inplace"},
      {"real_forward_len_400_double_op_batch_2",
       {20, 20},
       "20:factors=5x4,threads=4,exchange=inplace"},
      {"real_inverse_len_96_double_op_batch_3",
       {8, 12},
       "12:factors=3x4,threads=2,exchange=inplace"},
  };
  for (const RealCase& c : cases) {
    const std::optional<SchemeKind> scheme =
        c.factors.empty() ? std::nullopt : std::optional(SchemeKind::kL1dRealCc);
    for (const char* target : {"gfx90a", "sm_90"}) Check(c, scheme, *FindTarget(target));
  }
}

// The cases are convolutions in a generator's order (Rader) and convolutions with passes in place.
// A line holds one or two transforms. Problems are rows and columns, in place and with gaps.
TEST(RealLines, ConvolutionsInOneKernelAgreeWithTheDefinition) {
  struct Convolved {
    SchemeKind scheme;
    RealCase c;
  };
  const Convolved cases[] = {
      {SchemeKind::kRader, {"real_forward_len_5_single_ip_batch_3"}},
      {SchemeKind::kRader, {"real_forward_len_101_single_op_batch_3"}},
      {SchemeKind::kRader, {"real_inverse_len_101_double_op_batch_3"}},
      {SchemeKind::kRader, {"real_forward_len_37_double_ip_batch_4_scale_0.5"}},
      {SchemeKind::kRader, {"real_inverse_len_37_single_ip_batch_5_scale_2"}},
      {SchemeKind::kRader, {"real_forward_len_61_double_op"}},
      {SchemeKind::kRader, {"real_inverse_len_61_half_op"}},
      {SchemeKind::kRader,
       {"real_forward_len_37_double_op_batch_11_istride_11_R_ostride_12_HP_idist_1_odist_1"}},
      {SchemeKind::kRader,
       {"real_inverse_len_37_single_op_batch_6_istride_7_HI_ostride_6_R_idist_1_odist_1"}},
      {SchemeKind::kRader,
       {"real_forward_len_41_single_op_batch_5_istride_2_R_ostride_1_HI_idist_90_odist_21"}},
      {SchemeKind::kRader, {"real_forward_len_74_single_op_batch_3"}},
      {SchemeKind::kRader, {"real_inverse_len_202_double_ip_batch_4_scale_0.5"}},
      {SchemeKind::kRader, {"real_forward_len_404_half_op_batch_2"}},
      {SchemeKind::kRader, {"real_inverse_len_366_single_op_batch_3"}},
      {SchemeKind::kRader,
       {"real_forward_len_101_single_op_batch_3",
        {},
        "100:factors=10x10,threads=5,exchange=inplace"}},
      {SchemeKind::kRader,
       {"real_inverse_len_101_single_ip_batch_5",
        {},
        "100:factors=4x5x5,threads=10,exchange=inplace"}},
      {SchemeKind::kRader,
       {"real_forward_len_37_double_op_batch_11_istride_11_R_ostride_12_HP_idist_1_odist_1",
        {},
        "36:factors=6x6,threads=3,exchange=inplace"}},
  };
  for (const auto& [scheme, c] : cases) {
    for (const char* target : {"gfx90a", "gfx1030", "sm_90"}) {
      Check(c, scheme, *FindTarget(target));
    }
  }
}

// The cases are convolutions in one kernel whose points are pairs of reals: rows, strided spectra,
// gaps, reals that are not whole pairs in memory, in-place problems, a single transform, and the
// maps of real-to-real kinds.
TEST_P(RealLinesTest, ConvolutionsOfPairsAgreeWithTheDefinition) {
  const Target target = *FindTarget(GetParam());
  struct Convolved {
    const char* token;
    int64_t length;  // of the convolution
  };
  const Convolved cases[] = {
      {"real_forward_len_134_single_op_batch_3", 256},
      {"real_inverse_len_134_double_ip_batch_4_scale_0.5", 135},
      {"real_forward_len_118_double_op_batch_3_istride_1_R_ostride_2_HP_idist_121_odist_123", 128},
      {"real_inverse_len_166_single_op_batch_2_istride_1_HI_ostride_2_R_idist_85_odist_333", 256},
      {"real_forward_len_122_half_ip_batch_5_scale_2", 128},
      {"real_inverse_len_82_double_op", 128},
      {"real_forward_len_94_double_op_batch_5_istride_1_R_ostride_6_HI_idist_96_odist_1", 128},
      {"real_to_real_len_134_kind_dct2_single_op_batch_3", 256},
      {"real_to_real_len_134_kind_dct3_double_ip_batch_2", 135},
      {"real_to_real_len_118_kind_dst2_double_op", 128},
      {"real_to_real_len_60_kind_dct1_single_op_batch_3", 128},
  };
  for (const auto& [token, length] : cases) {
    SCOPED_TRACE(std::string(token) + " on " + target.name);
    PlanDecision decision = {.tree = {{SchemeKind::kBluestein, {length, 2}}}};
    const auto plan = DescribeDecided(*ParseToken(token), target, {}, &decision);
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ(plan->kernels.size(), 1u);
    EXPECT_TRUE(kernels::HasPairs(plan->kernels[0].spec)) << plan->kernels[0].name;
    ExpectRight(*plan, 0);
  }
}

// If a thread has too few registers for its points, passes run in place.
TEST(RealLines, LongConvolutionsAgreeWithTheDefinition) {
  Target target = *FindTarget("sm_90");
  target.max_threads = 32;
  target.registers_per_thread = 112;
  for (const char* token :
       {"real_forward_len_283_single_op_batch_3",
        "real_inverse_len_283_single_ip_batch_4_scale_0.5", "real_forward_len_311_single_op",
        "real_inverse_len_311_single_op", "complex_forward_len_283_single_ip_batch_2"}) {
    const auto plan = DescribePlan(*ParseToken(token), target, {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ(plan->kernels.size(), 1u) << token;
    EXPECT_EQ(plan->kernels[0].spec.exchange, Exchange::kInPlace) << token;
    SCOPED_TRACE(token);
    ExpectRight(*plan, 0);
  }
}

// The cases are convolutions of reals in several kernels: odd and even lengths, gaps, planes,
// in-place problems.
TEST_P(RealLinesTest, ConvolutionsAgreeWithTheDefinition) {
  const Target target = GetParam() == std::string("host") ? *FindTarget("host") : SmallTarget();
  const RealCase cases[] = {
      {"real_forward_len_101_single_op_batch_3"},
      {"real_inverse_len_101_double_op_batch_3"},
      {"real_forward_len_74_double_op_batch_2"},
      {"real_inverse_len_74_single_ip_batch_3"},
      {"real_forward_len_101_double_ip_batch_2_scale_0.5"},
      {"real_inverse_len_101_half_op_batch_2_scale_2"},
      {"real_forward_len_37_single_op_batch_3_istride_2_R_ostride_3_HI_idist_80_odist_60"},
      {"real_inverse_len_37_double_op_batch_3_istride_3_HI_ostride_2_R_idist_60_odist_80"},
      {"real_forward_len_4_67_single_op_batch_2_istride_80_1_R_ostride_40_1_HP"},
      {"real_inverse_len_4_67_single_op_batch_2_istride_40_1_HP_ostride_80_1_R"},
  };
  for (const RealCase& c : cases) {
    for (SchemeKind scheme : {SchemeKind::kBluesteinColumns, SchemeKind::kBluesteinKernels}) {
      Check(c, scheme, target);
    }
  }
}

// A line holds two transforms of reals if the length is odd and there are at least two transforms.
TEST(RealLines, AreSharedByTwoTransforms) {
  for (const auto& [token, per_line] : {std::pair{"real_forward_len_45_single_op_batch_2", 2},
                                        {"real_forward_len_45_single_op", 1},
                                        {"real_inverse_len_45_double_op_batch_9", 2},
                                        {"real_forward_len_46_single_op_batch_9", 1},
                                        {"real_forward_len_257_single_op_batch_9", 2},
                                        {"real_inverse_len_1009_double_op_batch_9", 2}}) {
    const auto plan = DescribePlan(*ParseToken(token), *FindTarget("sm_90"), {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ(plan->kernels.size(), 1u) << token;
    EXPECT_EQ(plan->kernels[0].spec.transforms_per_line.value_or(1), per_line) << token;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, RealLinesTest,
                         ::testing::Values("gfx90a", "gfx1030", "sm_90", "host"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::testing
