// Every candidate assignment of many problems gives the right result, not only the winner.
#include <fstream>
#include <string>
#include <vector>

#include "fft/assign/naive_executor.h"
#include "fft/assign/search.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "fft/plan/scheme.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// A machine whose kernels hold 16 points, so that short transforms need several of them.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.name = "tiny";
  target.lds_bytes = 256;
  return target;
}

struct Counts {
  int candidates = 0;
  size_t most_leaves = 0;
};

// Runs each candidate of a problem twice: its transforms in order, and in reverse order.
Counts CheckAll(const std::string& token, const Target& target, const PlanOptions& options) {
  SCOPED_TRACE(token);
  const auto problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  if (!problem.ok()) return {};
  const auto tree = MakePlanTree(*problem, target, options, nullptr);
  EXPECT_TRUE(tree.ok()) << tree.status();
  if (!tree.ok()) return {};
  const auto result = AssignBuffers(*problem, *tree, target, options);
  EXPECT_TRUE(result.ok()) << result.status() << " for " << ToString(*tree);
  if (!result.ok()) return {};
  EXPECT_TRUE(!result->truncated || std::ssize(result->candidates) == options.max_candidates);
  for (size_t i = 0; i < result->candidates.size(); ++i) {
    SCOPED_TRACE(i);
    const Candidate& candidate = result->candidates[i];
    for (TransformOrder order : {TransformOrder::kForward, TransformOrder::kBackward}) {
      EXPECT_EQ(RunNaively(*problem, *tree, candidate, order), "") << ToString(*tree);
    }
    for (const Step& step : candidate.steps) {
      EXPECT_TRUE(options.allow_input_overwrite || step.out.buffer != Buffer::kUserIn);
    }
  }
  return {static_cast<int>(result->candidates.size()), Leaves(*tree).size()};
}

// Sizes that the tiny target cuts into one, two, three and four kernels per axis.
const std::vector<std::string>& Tokens() {
  static const auto* const kTokens = new std::vector<std::string>{
      "complex_forward_len_1_double_ip_batch_2",
      "complex_inverse_len_1_single_op_batch_3_scale_0.5",
      "complex_forward_len_7_double_op_batch_5",
      "complex_forward_len_16_double_ip",
      "complex_inverse_len_16_single_op_batch_3_scale_0.0625",
      // two kernels
      "complex_forward_len_32_double_op",
      "complex_inverse_len_32_double_ip_batch_3",
      "complex_forward_len_60_single_op_batch_2_scale_-2",
      "complex_forward_len_60_double_ip",
      "complex_inverse_len_77_double_op_batch_2",
      "complex_forward_len_128_double_op_batch_2",
      "complex_inverse_len_256_double_ip",
      "complex_forward_len_961_double_op",
      // three and four kernels
      "complex_forward_len_512_double_op",
      "complex_inverse_len_512_double_ip_batch_2",
      "complex_forward_len_360_single_op_batch_2",
      "complex_inverse_len_462_double_op_scale_3",
      "complex_forward_len_500_double_ip",
      "complex_forward_len_1155_double_op",
      "complex_forward_len_1331_double_ip",
      // strides, distances, offsets
      "complex_forward_len_12_double_op_batch_9_istride_9_CI_ostride_9_CI_idist_1_odist_1",
      "complex_forward_len_60_double_op_batch_9_istride_9_CI_ostride_9_CI_idist_1_odist_1",
      "complex_inverse_len_60_double_op_batch_4_istride_2_CI_ostride_3_CI_idist_131_odist_181",
      "complex_forward_len_60_double_ip_batch_9_istride_11_CI_ostride_11_CI_idist_1_odist_1",
      "complex_forward_len_64_single_op_batch_6_istride_6_CI_ostride_1_CI_idist_1_odist_64",
      "complex_forward_len_512_double_ip_batch_2_istride_3_CI_ostride_3_CI_idist_1_odist_1",
      "complex_forward_len_360_double_op_batch_2_istride_2_CI_ostride_1_CI_idist_1_odist_360_"
      "ioffset_7_0_ooffset_5_0",
      "complex_inverse_len_60_double_ip_batch_2_istride_1_CI_ostride_1_CI_idist_70_odist_70_"
      "ioffset_3_0_ooffset_3_0",
      // the transforms share input elements
      "complex_forward_len_32_double_op_batch_4_istride_1_CI_ostride_1_CI_idist_8_odist_40",
      // parts of axes
      "complex_forward_len_16_double_op_batch_3_irange_0_8",
      "complex_inverse_len_60_double_op_batch_2_irange_50_20_orange_58_7",
      "complex_forward_len_512_double_op_irange_0_256",
      "complex_forward_len_128_double_op_irange_96_64_orange_120_16",
      "real_forward_len_24_double_op_batch_3_irange_6_12_orange_3_9",
      "real_inverse_len_13_double_op_batch_3_irange_5_4_orange_12_5_scale_2",
      "real_forward_len_120_double_op_irange_0_61",
      "complex_forward_len_8_12_double_op_batch_2_irange_0_4_0_6_orange_6_4_0_12",
      "real_forward_len_6_5_14_double_op_irange_0_3_0_5_3_9_orange_5_2_0_5_0_4",
      "real_inverse_len_9_10_double_op_irange_8_3_0_6_orange_0_9_2_5",
      // 2D
      "complex_forward_len_8_8_double_ip_batch_2",
      "complex_inverse_len_10_12_double_op_scale_0.1",
      "complex_forward_len_1_30_double_op_batch_2",
      "complex_forward_len_30_1_double_ip",
      "complex_forward_len_32_48_double_op",
      "complex_inverse_len_48_5_double_ip_batch_2",
      "complex_forward_len_5_96_single_op_batch_2",
      "complex_forward_len_12_20_double_op_batch_2_istride_21_1_CI_ostride_1_12_CI_idist_252_odist_"
      "240",
      "complex_forward_len_36_20_double_op_batch_2_istride_21_1_CI_ostride_1_36_CI_idist_756_odist_"
      "720",
      "complex_inverse_len_20_36_double_ip_batch_2_istride_40_1_CI_ostride_40_1_CI_idist_900_odist_"
      "900",
      "complex_forward_len_4_300_double_op_batch_2_istride_310_1_CI_ostride_1_5_CI_idist_1240_"
      "odist_"
      "1500",
      // reals: in one kernel, by pairs with a conversion, as complex numbers between conversions
      "real_forward_len_1_double_op_batch_2",
      "real_inverse_len_1_double_ip",
      "real_forward_len_2_double_ip_batch_3",
      "real_inverse_len_2_double_op_batch_3_scale_0.5",
      "real_forward_len_32_double_ip_batch_3",
      "real_inverse_len_24_double_ip_batch_3",
      "real_inverse_len_13_double_ip_batch_3",
      "real_forward_len_15_double_op_batch_4_istride_4_R_ostride_2_HI_idist_1_odist_17",
      "real_forward_len_120_double_op_batch_2_scale_3",
      "real_forward_len_120_double_ip_batch_2",
      "real_inverse_len_120_double_op_batch_2_istride_1_HP_ostride_1_R",
      "real_inverse_len_120_double_ip_batch_2",
      "real_forward_len_60_double_op_batch_2_istride_3_R_ostride_2_HI_idist_181_odist_70_ioffset_1_"
      "0_ooffset_5_0",
      "real_inverse_len_60_double_op_batch_2_istride_2_HI_ostride_3_R_idist_70_odist_181_ioffset_5_"
      "0_ooffset_1_0",
      "real_forward_len_45_double_op_batch_2",
      "real_forward_len_45_double_ip",
      "real_inverse_len_45_double_op_batch_2",
      "real_inverse_len_75_double_ip_batch_2",
      "real_forward_len_6_10_double_op_batch_2",
      "real_forward_len_6_10_double_ip_batch_2",
      "real_inverse_len_6_10_double_op_batch_2",
      "real_inverse_len_6_10_double_ip_batch_2",
      "real_forward_len_20_60_double_op",
      "real_inverse_len_20_60_double_ip",
      "real_inverse_len_3_4_5_double_op_batch_2",
      "real_forward_len_4_1_6_double_ip",
      "real_forward_len_5_1_double_op",
      // 3D
      "complex_forward_len_4_4_8_double_ip",
      "complex_inverse_len_5_6_7_single_op_batch_2",
      "complex_forward_len_1_6_20_double_op",
      "complex_forward_len_6_1_5_double_ip_batch_2",
      "complex_forward_len_18_4_20_double_op",
      "complex_forward_len_2_33_20_double_ip",
      "complex_forward_len_6_8_10_double_op_batch_2_istride_1_6_48_CI_ostride_80_10_1_CI_idist_480_"
      "odist_480",
      "complex_inverse_len_6_8_10_double_op_istride_96_12_1_CI_ostride_1_6_66_CI_idist_576_odist_"
      "660",
      // axes with kinds of their own
      "real_to_real_len_12_10_kind_dct2_dst1_single_op_batch_2",
      "real_to_real_len_6_5_8_kind_dht_dct4_hc2r_single_ip",
      "real_to_real_len_134_kind_dct3_double_op_batch_3",
      "complex_forward_len_6_8_10_kind_inverse_forward_inverse_single_op",
      "real_forward_len_6_16_kind_inverse_forward_single_ip",
      "real_inverse_len_15_6_kind_inverse_forward_single_op",
      "complex_forward_len_3_4_5_6_single_op_batch_2",
  };
  return *kTokens;
}

TEST(EveryCandidate, OfSmallKernelsIsRight) {
  int candidates = 0;
  size_t most_leaves = 0;
  for (const std::string& token : Tokens()) {
    const Counts counts = CheckAll(token, TinyTarget(), {});
    candidates += counts.candidates;
    most_leaves = std::max(most_leaves, counts.most_leaves);
  }
  EXPECT_GE(Tokens().size(), 40u);
  EXPECT_GE(candidates, 150);
  EXPECT_GE(most_leaves, 4u);
}

TEST(EveryCandidate, ThatOverwritesTheInputIsRight) {
  PlanOptions options;
  options.allow_input_overwrite = true;
  int candidates = 0;
  for (const std::string& token : Tokens()) {
    candidates += CheckAll(token, TinyTarget(), options).candidates;
  }
  EXPECT_GE(candidates, 250);
}

// Each scheme that can be forced plans every problem that it takes.
TEST(EveryCandidate, OfEveryForcedSchemeIsRight) {
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.only_by_name || !scheme.plans(TransformKind::kComplex)) continue;
    SCOPED_TRACE(ToString(scheme.kind));
    // The tiny target has no room for planes.
    const Target target =
        scheme.kind == SchemeKind::k2dSingle ? *FindTarget("gfx90a") : TinyTarget();
    PlanOptions options;
    options.scheme = scheme.kind;
    options.max_candidates = 12;
    int problems = 0;
    for (const std::string& token : Tokens()) {
      const auto tree = MakePlanTree(*ParseToken(token), target, options, nullptr);
      if (!tree.ok()) continue;  // the scheme does not take this problem
      EXPECT_GT(CheckAll(token, target, options).candidates, 0);
      ++problems;
    }
    EXPECT_GE(problems, 5);
  }
}

TEST(EveryCandidate, OfThreeFactorsIsRight) {
  for (const Scheme& scheme : SchemeTable()) {
    if (!scheme.splits || !scheme.plans(TransformKind::kComplex)) continue;
    SCOPED_TRACE(ToString(scheme.kind));
    PlanOptions options;
    options.scheme = scheme.kind;
    options.factors = {4, 6, 5};
    options.max_candidates = 12;
    EXPECT_GT(
        CheckAll("complex_forward_len_120_double_op_batch_2", TinyTarget(), options).candidates, 0);
    EXPECT_GT(
        CheckAll(
            "complex_inverse_len_120_double_ip_batch_3_istride_3_CI_ostride_3_CI_idist_1_odist_1",
            TinyTarget(), options)
            .candidates,
        0);
  }
}

TEST(EveryCandidate, OfBothRealSchemesIsRight) {
  int plans = 0;
  for (SchemeKind scheme : {SchemeKind::kRealPairs, SchemeKind::kRealFull}) {
    PlanOptions options;
    options.scheme = scheme;
    for (const std::string& token : Tokens()) {
      const auto tree = MakePlanTree(*ParseToken(token), TinyTarget(), options, nullptr);
      if (!tree.ok()) continue;  // a complex problem, or an odd length that has no pairs
      CheckAll(token, TinyTarget(), options);
      ++plans;
    }
  }
  EXPECT_GE(plans, 40);
}

TEST(EveryCandidate, OfRealTargetsIsRight) {
  for (const Target& target : Targets()) {
    size_t planned = 0;
    for (const std::string& token : Tokens()) {
      // On some targets a length has primes that are too large for the registers.
      if (!MakePlanTree(*ParseToken(token), target, {}, nullptr).ok()) continue;
      CheckAll(token, target, {});
      ++planned;
    }
    EXPECT_GE(planned + 1, Tokens().size()) << target.name;
  }
}

TEST(EveryCandidate, OfConvolutionsIsRight) {
  Target target = *FindTarget("gfx90a");
  target.lds_bytes = 2048;
  for (const char* token :
       {"complex_forward_len_37_double_op_batch_3", "complex_inverse_len_41_3_single_ip",
        "complex_forward_len_37_single_op_batch_2_istride_2_CI_ostride_3_CI_idist_80_odist_111",
        "complex_forward_len_148_single_op", "complex_inverse_len_481_double_ip"}) {
    CheckAll(token, target, {});
  }
}

// Where no workgroup holds a convolution, several kernels compute it.
TEST(EveryCandidate, OfConvolutionsByKernelsIsRight) {
  for (SchemeKind scheme : {SchemeKind::kBluesteinColumns, SchemeKind::kBluesteinKernels}) {
    PlanOptions options;
    options.scheme = scheme;
    options.max_candidates = 12;
    const size_t least = scheme == SchemeKind::kBluesteinColumns ? 5 : 6;
    for (const char* token :
         {"complex_forward_len_37_double_op_batch_3", "complex_inverse_len_41_3_single_ip",
          "complex_forward_len_37_single_op_batch_2_istride_2_CI_ostride_3_CI_idist_80_odist_111",
          "complex_forward_len_74_single_op_scale_0.5", "real_forward_len_37_double_op_batch_2",
          "real_inverse_len_74_double_ip", "real_inverse_len_2_37_single_op"}) {
      EXPECT_GE(CheckAll(token, TinyTarget(), options).most_leaves, least) << token;
    }
  }
}

// The executor notices faults: each of these plans is wrong in one place.
TEST(NaiveExecutor, NoticesWrongPlans) {
  const Problem problem = *ParseToken(
      "complex_forward_len_32_double_op_batch_2_istride_2_CI_ostride_2_CI_idist_70_odist_70");
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCc;
  const PlanNode tree = *MakePlanTree(problem, TinyTarget(), options, nullptr);
  const Candidate good = AssignBuffers(problem, tree, TinyTarget(), options)->candidates.front();
  const auto run = [&problem](const PlanNode& plan, const Candidate& candidate) {
    return RunNaively(problem, plan, candidate, TransformOrder::kForward);
  };
  ASSERT_EQ(run(tree, good), "");

  PlanNode no_twiddle = tree;
  no_twiddle.children[0].large_twiddle = {};
  EXPECT_NE(run(no_twiddle, good).find("is off by"), std::string::npos);

  Candidate swapped = good;
  std::swap(swapped.steps[1].axes[0].in_stride, swapped.steps[1].loops.back().in_stride);
  EXPECT_NE(run(tree, swapped), "");

  Candidate other_lengths = good;
  other_lengths.steps[0].output_lengths.push_back(1);
  EXPECT_NE(run(tree, other_lengths).find("says that it writes"), std::string::npos);

  Candidate outside = good;
  outside.steps[1].out.layout = Layout::Packed(1000);
  outside.steps[1].axes[0].out_stride = 1000;
  EXPECT_NE(run(tree, outside).find("is outside of USER_OUT"), std::string::npos);

  Candidate in_input = good;
  in_input.workspace_bytes = 0;
  EXPECT_NE(run(tree, in_input).find("is outside of TEMP0"), std::string::npos);

  // The inserted step writes the output before the right values arrive, and also writes a gap of
  // the output.
  Candidate in_gap = good;
  in_gap.steps.insert(in_gap.steps.begin() + 1, good.steps[1]);
  in_gap.steps[1].out.layout = Layout({{2, 1}}, 1);
  in_gap.steps[1].loops.front().length = 1;
  in_gap.steps[1].output_lengths = OutputLengths(*Leaves(tree)[1], in_gap.steps[1]);
  EXPECT_NE(run(tree, in_gap).find("must not be written"), std::string::npos);
}

std::vector<std::string> ReadTokens(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#' && line[0] != '!') tokens.push_back(line);
  }
  return tokens;
}

TEST(FirstLight, PlansAndAssignsOnEveryTarget) {
  const std::vector<std::string> tokens = ReadTokens("tests/suites/first_light.tokens");
  ASSERT_GT(tokens.size(), 100u);
  for (const Target& target : Targets()) {
    SCOPED_TRACE(target.name);
    for (const std::string& token : tokens) {
      SCOPED_TRACE(token);
      const auto problem = ParseToken(token);
      ASSERT_TRUE(problem.ok()) << problem.status();
      const auto tree = MakePlanTree(*problem, target, {}, nullptr);
      ASSERT_TRUE(tree.ok()) << tree.status();
      const auto result = AssignBuffers(*problem, *tree, target, {});
      ASSERT_TRUE(result.ok()) << result.status();
      EXPECT_GE(result->candidates.size(), 1u);
    }
  }
}

}  // namespace
}  // namespace fft
