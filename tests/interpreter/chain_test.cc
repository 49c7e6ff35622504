// Interprets the kernels of chains, for every kind of target.
#include "fft/core/chain.h"

#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/exec/describe_chain.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/property/random_chain.h"
#include "tests/support/random.h"
#include "tests/support/test_callbacks.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

// The cases are complex and real rows, even and odd numbers of rows that are paired, spectra for
// all rows, for each channel and for each row, ranges that begin at any point, columns, half
// precision and bfloat16, and every radix.
constexpr const char* kTokens[] = {
    "complex_convolve_len_4_single_op",
    "complex_convolve_len_60_double_op_batch_7",
    "complex_correlate_len_64_single_op_batch_6_spectra_3",
    "complex_correlate_len_210_single_ip_batch_5_scale_2_spectra_5",
    "complex_convolve_len_128_single_op_batch_4_irange_0_64_orange_32_64",
    "complex_convolve_len_96_single_op_batch_9_istride_9_CI_ostride_9_CI_idist_1_odist_1",
    "complex_correlate_len_48_half_op_batch_3_irange_5_20_orange_40_30",
    "real_convolve_len_9_single_op_batch_3",
    "real_convolve_len_64_single_op_batch_7",
    "real_correlate_len_75_double_op_batch_4_spectra_2",
    "real_convolve_len_128_single_ip_batch_6_spectra_6",
    "real_convolve_len_256_single_op_batch_5_irange_0_128_orange_64_100",
    "real_correlate_len_100_single_op_batch_12_loop_3_2000_3000_spectra_4",
    "real_convolve_len_48_single_op_batch_5_istride_5_R_ostride_5_R_idist_1_odist_1",
    "real_convolve_len_36_bfloat16_op_batch_5",
    "real_convolve_len_32_half_op_batch_6_irange_0_16_spectra_3",
    "real_correlate_len_22_double_op_batch_2_scale_-3",
};

class ChainTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ChainTest, IsOneKernelThatIsRight) {
  Target target = *FindTarget(GetParam());
  for (const char* token : kTokens) {
    SCOPED_TRACE(token);
    const absl::StatusOr<Chain> chain = ParseChainToken(token);
    ASSERT_TRUE(chain.ok()) << chain.status();
    const auto made = DescribeChain(*chain, target, {});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_TRUE(made->is_whole());
    ASSERT_EQ(made->parts.front().kernels.size(), 1u);
    EXPECT_EQ(made->workspace_bytes(), 0);
    ExpectRight(*made);
  }
}

// Cases of several kernels: large 1D transforms, planes and volumes. They are complex and real,
// with even and odd numbers of columns, spectra for all rows, for each channel and for each row,
// ranges, strides of the caller, and in place.
struct ManyKernels {
  const char* token;
  SchemeKind scheme;
};
constexpr ManyKernels kManyKernels[] = {
    {"complex_convolve_len_64_single_op", SchemeKind::kChainColumns},
    {"complex_correlate_len_96_double_op_batch_6_spectra_3", SchemeKind::kChainColumns},
    {"complex_convolve_len_120_single_ip_batch_4_scale_2_spectra_4", SchemeKind::kChainColumns},
    {"complex_convolve_len_64_single_op_batch_3_irange_0_32_orange_16_40",
     SchemeKind::kChainColumns},
    {"complex_correlate_len_48_double_op_batch_5_istride_5_CI_ostride_5_CI_idist_1_odist_1",
     SchemeKind::kChainColumns},
    {"real_convolve_len_64_single_op_batch_3", SchemeKind::kChainColumns},
    {"real_correlate_len_120_double_op_batch_4_spectra_2", SchemeKind::kChainColumns},
    {"real_convolve_len_45_double_op", SchemeKind::kChainColumns},
    {"real_convolve_len_96_single_ip_batch_2_loop_3_200_200_spectra_2", SchemeKind::kChainColumns},
    {"real_correlate_len_128_single_op_batch_2_irange_0_64_orange_0_64", SchemeKind::kChainColumns},
    {"complex_correlate_len_64_double_op_batch_4_irange_3_29_orange_50_31_spectra_2",
     SchemeKind::kChainColumns},
    {"real_convolve_len_64_double_op_batch_2_irange_60_37", SchemeKind::kChainColumns},
    {"real_convolve_len_96_single_op_irange_0_48_orange_7_48", SchemeKind::kChainColumns},
    {"complex_convolve_len_8_12_single_op_batch_2", SchemeKind::kChainAxes},
    {"complex_correlate_len_16_6_double_ip_batch_6_spectra_3", SchemeKind::kChainAxes},
    {"complex_convolve_len_12_10_double_op_batch_2_irange_2_6_8_5_orange_0_7_3_4",
     SchemeKind::kChainAxes},
    {"real_convolve_len_16_12_single_op_batch_4_spectra_2", SchemeKind::kChainAxes},
    {"real_correlate_len_10_15_double_op_irange_0_6_0_9_orange_2_6_1_10", SchemeKind::kChainAxes},
    {"real_convolve_len_6_8_10_double_op_batch_2_spectra_2", SchemeKind::kChainAxes},
    {"complex_convolve_len_6_1_8_double_op_batch_2", SchemeKind::kChainAxes},
};

TEST_P(ChainTest, OfSeveralKernelsIsRight) {
  Target target = *FindTarget(GetParam());
  for (const auto& [token, scheme] : kManyKernels) {
    SCOPED_TRACE(token);
    const auto made = DescribeChain(*ParseChainToken(token), target, {.scheme = scheme});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_TRUE(made->is_whole());
    EXPECT_EQ(made->parts.front().tree.scheme, scheme);
    EXPECT_GE(made->parts.front().kernels.size(), 3u);
    ExpectRight(*made);
  }
}

// Cases of Fourier layers: batches of one element and of many, one channel and more channels than a
// tile has, more input channels than output channels and the reverse, modes that wrap around, all
// modes, lists of matrices, the adjoint, rows, planes and volumes, axes of one element, ranges of
// the points, strides of the caller, and in place.
constexpr const char* kLayers[] = {
    "complex_layer_len_3_16_single_op_batch_2",
    "complex_adjoint_layer_len_5_12_double_op_batch_3_modes_9_7",
    "complex_layer_len_1_8_single_op_batch_6_modes_0_3",
    "complex_layer_len_4_8_6_single_ip_batch_4_modes_6_4_4_5_spectra_2",
    "complex_layer_len_20_4_4_single_op_batch_5_scale_2_modes_3_2_0_3",
    "real_layer_len_6_16_single_op_batch_3_modes_0_5",
    "real_layer_len_18_8_10_double_op_batch_2_modes_6_4_0_3",
    "real_adjoint_layer_len_5_8_8_single_op_batch_17_modes_7_3_0_3",
    "real_layer_len_7_8_6_double_op_irange_0_7_0_8_0_6_orange_0_3_0_8_0_6_modes_6_4_1_3",
    "real_layer_len_7_8_6_single_op_batch_2_irange_0_2_0_8_0_6_orange_0_7_0_8_0_6",
    "real_layer_len_3_8_16_single_op_batch_2_irange_0_3_0_8_0_9_orange_0_3_2_4_0_16_modes_6_4_0_4",
    "real_layer_len_2_4_6_8_double_op_modes_3_3_5_2_0_3",
    "real_layer_len_4_1_9_double_op_batch_2_loop_3_100_100_spectra_2",
    "real_layer_len_3_8_1_double_op_batch_2_modes_7_3_0_1",
    "real_layer_len_4_16_single_op_batch_3_istride_1_4_R_ostride_1_4_R_idist_64_odist_64_modes_0_6",
};

TEST_P(ChainTest, LayersAreRight) {
  Target target = *FindTarget(GetParam());
  for (const char* token : kLayers) {
    SCOPED_TRACE(token);
    const absl::StatusOr<Chain> chain = ParseChainToken(token);
    ASSERT_TRUE(chain.ok()) << chain.status();
    const auto made = DescribeChain(*chain, target, {});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_TRUE(made->is_whole());
    EXPECT_EQ(made->parts.front().tree.scheme, SchemeKind::kChainLayer);
    ExpectRight(*made);
  }
}

// The suite of additions of frames, except the rows that take the interpreter long.
TEST_P(ChainTest, OverlapAddIsRight) {
  Target target = *FindTarget(GetParam());
  const auto lines = cli::ReadTokenList("tests/suites/overlap_add.tokens");
  ASSERT_TRUE(lines.ok()) << lines.status();
  int interpreted = 0;
  for (const cli::TokenLine& line : *lines) {
    SCOPED_TRACE(line.token);
    const absl::StatusOr<Chain> chain = ParseChainToken(line.token);
    ASSERT_EQ(chain.ok(), !line.must_refuse) << chain.status();
    constexpr int64_t kMostPoints = 1024;
    if (!chain.ok() || IsEmpty(chain->arrays)) continue;
    if (chain->arrays.lengths.front() > kMostPoints) continue;
    ++interpreted;
    const auto made = DescribeChain(*chain, target, {});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_EQ(made->parts.size(), 2u);
    EXPECT_EQ(made->parts.back().tree.scheme, SchemeKind::kOverlapAdd);
    EXPECT_EQ(made->parts.back().kernels.size(), 1u);
    ExpectRight(*made);
  }
  EXPECT_GE(interpreted, 35);
}

// Tests drawn chains of all kinds. Chains of two plans that need a callback, and chains that no
// plan computes, are left out.
TEST_P(ChainTest, DrawnChainsAreRight) {
  Target target = *FindTarget(GetParam());
  constexpr int kDrawn = 80, kInterpreted = 30;
  constexpr int64_t kMostPoints = 300;
  Random random(46);
  int interpreted = 0;
  for (int i = 0; i < kDrawn; ++i) {
    const Chain chain = RandomChain(kMostPoints, &random);
    SCOPED_TRACE(ToToken(chain));
    if (IsEmpty(chain.arrays)) continue;
    const auto made = DescribeChain(chain, target, {.callbacks = SpectrumCallbacks(chain)});
    if (absl::IsUnimplemented(made.status())) continue;
    ASSERT_TRUE(made.ok()) << made.status();
    if (!made->is_whole() && chain.kind != ChainKind::kOverlapAdd) continue;
    ++interpreted;
    ExpectRight(*made);
  }
  EXPECT_GE(interpreted, kInterpreted);
}

// The cases are rows of reals and of complex numbers, also in half precision, large transforms,
// planes, and a layer.
TEST_P(ChainTest, SpectraAreReadThroughAFunction) {
  Target target = *FindTarget(GetParam());
  struct Case {
    const char* token;
    std::optional<SchemeKind> scheme;
  };
  for (const Case& c : {
           Case{"complex_correlate_len_64_single_op_batch_6_CB_spectra_3"},
           Case{"real_convolve_len_75_double_op_batch_4_CB_spectra_2"},
           Case{"real_correlate_len_32_half_op_batch_6_irange_0_16_CB"},
           Case{"real_convolve_len_120_double_op_batch_4_CB_spectra_2", SchemeKind::kChainColumns},
           Case{"complex_convolve_len_64_single_op_batch_3_CB", SchemeKind::kChainColumns},
           Case{"real_convolve_len_12_10_single_op_batch_2_CB", SchemeKind::kChainAxes},
           Case{"real_layer_len_3_8_10_single_op_batch_2_CB_modes_6_4_0_3"},
       }) {
    SCOPED_TRACE(c.token);
    const absl::StatusOr<Chain> chain = ParseChainToken(c.token);
    ASSERT_TRUE(chain.ok()) << chain.status();
    const auto made =
        DescribeChain(*chain, target, {.scheme = c.scheme, .callbacks = SpectrumCallbacks(*chain)});
    ASSERT_TRUE(made.ok()) << made.status();
    ASSERT_TRUE(made->is_whole());
    ExpectRight(*made);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ChainTest,
                         ::testing::Values("sm_90", "gfx90a", "gfx1030", "host"),
                         [](const auto& info) { return std::string(info.param); });

// Two rows of reals with the same filter share a line of complex numbers.
TEST(ChainKernelTest, RealRowsShareLines) {
  const Target target = *FindTarget("sm_90");
  const auto lines_of = [&](const std::string& token) {
    const auto made = DescribeChain(*ParseChainToken(token), target, {});
    EXPECT_TRUE(made.ok() && made->is_whole()) << made.status();
    return made->parts.front().kernels.front().spec.transforms_per_line.value_or(1);
  };
  EXPECT_EQ(lines_of("real_convolve_len_256_single_op_batch_64"), 2);
  EXPECT_EQ(lines_of("real_convolve_len_256_single_op_batch_64_spectra_16"), 2);
  EXPECT_EQ(lines_of("real_convolve_len_256_single_op_batch_64_spectra_64"), 1);
  EXPECT_EQ(lines_of("real_convolve_len_256_single_op"), 1);
}

// The five kernels transform rows, transform columns, multiply by the matrices, and transform
// columns and rows back. Between kernels only the kept modes are stored.
TEST(ChainKernelTest, LayersOfPlanesAreFiveKernels) {
  for (const char* name : {"sm_90", "gfx90a"}) {
    const auto made = DescribeChain(
        *ParseChainToken("real_layer_len_64_64_64_single_op_batch_16_modes_48_32_0_16"),
        *FindTarget(name), {});
    ASSERT_TRUE(made.ok()) << made.status();
    const PlanDescription& plan = made->parts.front();
    ASSERT_EQ(plan.kernels.size(), 5u);
    EXPECT_EQ(plan.kernels[2].spec.kind, KernelKind::kChannels);
    EXPECT_EQ(plan.kernels[2].spec.index, kernels::IndexWidth::k32);
    const std::vector<const PlanNode*> leaves = Leaves(plan.tree);
    EXPECT_EQ(leaves[0]->OutElements(), 16 * 64 * 64 * 16);
    EXPECT_EQ(leaves[1]->OutElements(), 16 * 64 * 32 * 16);
    EXPECT_EQ(leaves[3]->InElements(), 16 * 64 * 32 * 16);
  }
  const auto half =
      DescribeChain(*ParseChainToken("real_layer_len_4_16_half_op"), *FindTarget("sm_90"), {});
  EXPECT_TRUE(absl::IsUnimplemented(half.status())) << half.status();
}

TEST(ChainKernelTest, OverlapAddRefusesWhatItDoesNotDo) {
  const Target target = *FindTarget("sm_90");
  const auto half =
      DescribeChain(*ParseChainToken("real_overlap_add_len_16_half_op_batch_4"), target, {});
  EXPECT_TRUE(absl::IsUnimplemented(half.status())) << half.status();
  const Chain chain = RealOverlapAdd(16, 4, 8);
  const auto filter = DescribeChain(chain, target, {.scheme = SchemeKind::kFilter});
  EXPECT_TRUE(absl::IsUnimplemented(filter.status())) << filter.status();
}

TEST(ChainKernelTest, LongSignalsHaveWideIndices) {
  const auto made =
      DescribeChain(*ParseChainToken("real_overlap_add_len_1024_single_op_batch_4194304_odist_256"),
                    *FindTarget("sm_90"), {});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->parts.back().kernels.front().spec.index, kernels::IndexWidth::k64);
}

TEST(ChainKernelTest, LargeMatricesHaveWideIndices) {
  const auto made = DescribeChain(*ParseChainToken("real_layer_len_4096_256_single_op_modes_0_129"),
                                  *FindTarget("sm_90"), {});
  ASSERT_TRUE(made.ok()) << made.status();
  for (const kernels::PlannedKernel& kernel : made->parts.front().kernels) {
    if (kernel.spec.kind != KernelKind::kChannels) continue;
    EXPECT_EQ(kernel.spec.index, kernels::IndexWidth::k64);
    EXPECT_TRUE(SourceOf(kernel, *FindTarget("sm_90")).ok());
  }
}

TEST(ChainKernelTest, FarRowsHaveWideIndices) {
  const Target target = *FindTarget("sm_90");
  const auto made = DescribeChain(
      *ParseChainToken("real_correlate_len_64_single_op_batch_6_istride_1_R_ostride_1_R_"
                       "idist_3000000000_odist_64_spectra_3"),
      target, {});
  ASSERT_TRUE(made.ok() && made->is_whole()) << made.status();
  const kernels::PlannedKernel& kernel = made->parts.front().kernels.front();
  EXPECT_EQ(kernel.spec.index, kernels::IndexWidth::k64);
  EXPECT_TRUE(SourceOf(kernel, target).ok());
}

// There is no transpose and no callback. Each kernel reads the output of the kernel before.
TEST(ChainKernelTest, LongRowsAndPlanesAreThreeKernels) {
  for (const char* name : {"sm_90", "gfx90a"}) {
    for (const char* token :
         {"complex_convolve_len_131072_single_op_batch_64",
          "complex_convolve_len_1048576_single_op_batch_16_irange_0_524288_orange_0_524288",
          "complex_correlate_len_196608_double_op_batch_16",
          "real_convolve_len_262144_single_op_batch_64_irange_0_131072_orange_0_131072",
          "real_convolve_len_1024_1024_single_op_batch_8",
          "complex_convolve_len_512_512_double_op"}) {
      SCOPED_TRACE(std::string(name) + " " + token);
      const auto made = DescribeChain(*ParseChainToken(token), *FindTarget(name), {});
      ASSERT_TRUE(made.ok()) << made.status();
      ASSERT_TRUE(made->is_whole());
      EXPECT_EQ(made->between_bytes(), 0);
      EXPECT_EQ(made->parts.front().kernels.size(), 3u);
    }
  }
}

TEST(ChainKernelTest, OtherChainsAreTwoPlans) {
  const Target target = *FindTarget("sm_90");
  for (const char* token :
       {"complex_convolve_len_3_double_op", "complex_convolve_len_1009_single_op"}) {
    const auto made = DescribeChain(*ParseChainToken(token), target, {});
    ASSERT_TRUE(made.ok()) << made.status();
    EXPECT_FALSE(made->is_whole()) << token;
    EXPECT_GT(made->between_bytes(), 0);
  }
  for (const char* token :
       {"real_convolve_len_64_64_half_op", "complex_convolve_len_131072_half_op"}) {
    const auto half = DescribeChain(*ParseChainToken(token), target, {});
    EXPECT_TRUE(absl::IsUnimplemented(half.status())) << half.status();
  }
}

}  // namespace
}  // namespace fft::testing
