// Compares the search and the dynamic programme with brute force, on every problem that brute force
// can do.
#include "fft/assign/oracle.h"

#include "fft/assign/ranking.h"
#include "fft/assign/search.h"
#include "fft/assign/winner.h"
#include "fft/choice/request.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// Kernels hold 16 points, so short transforms need several of them, and padding begins early.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.name = "tiny";
  target.lds_bytes = 256;
  target.padding = {3, 4, 2, 1, false, 1};
  return target;
}

struct Case {
  std::string token;
  std::optional<SchemeKind> scheme;
};

const std::vector<Case>& Cases() {
  constexpr SchemeKind kColRow = SchemeKind::kL1dCc;
  constexpr SchemeKind kRowCol = SchemeKind::kL1dCr;
  static const auto* const kCases = new std::vector<Case>{
      {"complex_forward_len_16_single_op", {}},
      {"complex_forward_len_12_double_ip_batch_3", {}},
      {"complex_forward_len_60_double_op_batch_2", {}},
      {"complex_forward_len_60_double_ip", {}},
      {"complex_forward_len_64_single_op", kColRow},
      {"complex_forward_len_64_single_op_batch_3", kRowCol},
      {"complex_forward_len_96_double_ip_batch_2", kColRow},
      {"complex_forward_len_96_double_ip", kRowCol},
      {"complex_forward_len_60_double_op_batch_4_istride_2_CI_ostride_3_CI_idist_131_odist_181",
       kColRow},
      {"complex_forward_len_32_double_op_batch_4_istride_1_CI_ostride_1_CI_idist_8_odist_40", {}},
      {"complex_forward_len_360_single_op", kColRow},
      {"complex_forward_len_360_single_ip", kRowCol},
      {"complex_forward_len_512_double_op", {}},
      {"complex_forward_len_512_double_ip", kColRow},
      {"complex_forward_len_10_12_double_op", {}},
      {"complex_forward_len_64_single_op_istride_1_CP_ostride_1_CP", kColRow},
      {"complex_forward_len_360_double_op_istride_1_CI_ostride_1_CP", kColRow},
      {"complex_inverse_len_64_single_ip_istride_1_CP_ostride_1_CP", kRowCol},
      {"complex_forward_len_12_20_double_op_batch_2_istride_21_1_CI_ostride_1_12_CI_idist_252_"
       "odist_240",
       {}},
      {"complex_forward_len_32_48_double_op", kColRow},
      {"complex_forward_len_32_48_double_ip", kRowCol},
      {"complex_forward_len_20_4_18_double_op", kColRow},
      {"complex_forward_len_4_4_8_double_ip", {}},
      {"complex_forward_len_20_2_33_double_op", {}},
      // real: one kernel, pairs with a conversion, full complex between conversions
      {"real_forward_len_16_single_op_batch_3", {}},
      {"real_forward_len_32_double_ip_batch_3", {}},
      {"real_inverse_len_24_double_ip_batch_3", {}},
      {"real_inverse_len_13_double_ip_batch_3", {}},
      {"real_forward_len_15_double_op_batch_4_istride_4_R_ostride_2_HI_idist_1_odist_17", {}},
      {"real_forward_len_60_double_op_batch_2", {}},
      {"real_forward_len_60_double_ip_batch_2", {}},
      {"real_inverse_len_60_double_op_batch_2", {}},
      {"real_inverse_len_60_double_ip_batch_2", {}},
      {"real_inverse_len_60_double_op_batch_2_istride_1_HP_ostride_1_R", {}},
      {"real_forward_len_60_double_op_batch_2_istride_3_R_ostride_2_HI_idist_181_odist_70_"
       "ioffset_1_0_ooffset_5_0",
       {}},
      {"real_forward_len_45_double_op_batch_2", {}},
      {"real_forward_len_45_double_ip", {}},
      {"real_inverse_len_45_single_op_batch_2", SchemeKind::kRealFull},
      {"real_inverse_len_60_single_ip", SchemeKind::kRealFull},
      {"real_forward_len_6_10_double_op_batch_2", {}},
      {"real_forward_len_6_10_double_ip_batch_2", {}},
      {"real_inverse_len_6_10_double_op_batch_2", {}},
      {"real_inverse_len_20_60_double_ip", {}},
      {"real_forward_len_4_6_5_single_op", {}},
      {"real_inverse_len_4_6_8_single_ip", {}},
      {"real_forward_len_120_single_op", SchemeKind::kL1dCrt},
      {"real_inverse_len_120_double_ip", SchemeKind::kL1dCrt},
      // with fusions
      {"complex_forward_len_60_single_op_batch_2", SchemeKind::kL1dCrt},
      {"complex_inverse_len_60_double_ip", SchemeKind::kL1dCrt},
      {"complex_forward_len_60_single_op_istride_1_CP_ostride_1_CI", SchemeKind::kL1dCrt},
      {"complex_forward_len_240_single_op", SchemeKind::kL1dTrtrt},
      {"complex_inverse_len_60_double_ip_batch_2", SchemeKind::kL1dTrtrt},
      {"complex_forward_len_12_10_single_op_batch_2", SchemeKind::k2dRtrt},
      {"complex_inverse_len_12_10_double_ip", SchemeKind::k2dRtrt},
      {"complex_forward_len_12_10_double_op_batch_2_istride_11_1_CI_ostride_1_13_CI_idist_140_"
       "odist_130",
       SchemeKind::k2dRtrt},
      {"complex_forward_len_4_6_8_single_op", SchemeKind::k3dRtrt},
      {"complex_inverse_len_4_6_8_double_ip", SchemeKind::k3dRtrt},
      {"complex_forward_len_4_6_8_single_op", SchemeKind::k3dTrtrtr},
      {"complex_forward_len_4_6_8_double_op", SchemeKind::k3dBlockRc},
      {"complex_inverse_len_4_6_8_double_ip", SchemeKind::k3dBlockCr},
      // with convolutions
      {"complex_forward_len_5_single_op", SchemeKind::kBluesteinKernels},
      {"complex_inverse_len_5_double_ip", SchemeKind::kBluesteinColumns},
      {"real_inverse_len_10_single_op", SchemeKind::kBluesteinColumns},
  };
  return *kCases;
}

// Returns the first element of `a` that `b` lacks.
std::string Without(const std::set<std::string>& a, const std::set<std::string>& b) {
  for (const std::string& text : a) {
    if (b.count(text) == 0) return text;
  }
  return "";
}

PlanOptions Unlimited() {
  PlanOptions options;
  options.max_candidates = 1 << 20;
  options.max_tries = 1 << 24;
  options.max_search_bytes = int64_t{1} << 30;
  return options;
}

// Compares candidates and winner of every strategy; returns the number of candidates.
int Check(const Case& c, PlanOptions options) {
  options.scheme = c.scheme;
  const Problem problem = *ParseToken(c.token);
  const Target target = TinyTarget();
  const auto tree = MakePlanTree(problem, target, options, nullptr);
  EXPECT_TRUE(tree.ok()) << tree.status();
  if (!tree.ok()) return 0;
  EXPECT_LE(Leaves(*tree).size(), 7u);
  const OracleAnswer oracle = AskOracle(problem, *tree, target, options);
  for (const auto& [strategy, winner] : oracle.winners) {
    options.strategy = strategy;
    const auto result = AssignBuffers(problem, *tree, target, options);
    EXPECT_TRUE(result.ok()) << result.status();
    if (!result.ok()) return 0;
    std::set<std::string> found;
    for (const Candidate& candidate : result->candidates) {
      EXPECT_TRUE(found.insert(DescribeAssignment(candidate.steps)).second) << "found twice";
    }
    EXPECT_EQ(Without(found, oracle.candidates), "") << "found, but not valid";
    EXPECT_EQ(Without(oracle.candidates, found), "") << "valid, but not found";
    EXPECT_EQ(DescribeAssignment(result->candidates.front().steps), winner);
    ShapeMemo memo(options.shapes);
    SearchSpace space(problem, *tree, target, options, &memo);
    const BestCandidates programmed = FindBest(problem, {strategy, 1 << 20}, &space);
    EXPECT_EQ(programmed.candidates, result->candidates);
    EXPECT_GT(programmed.states, 0);
  }
  EXPECT_EQ(oracle.winners.size(), std::size(kStrategies)) << "nothing is valid";
  return static_cast<int>(oracle.candidates.size());
}

TEST(Oracle, AgreesOnEveryProblem) {
  int candidates = 0;
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.token);
    candidates += Check(c, Unlimited());
  }
  EXPECT_GE(candidates, 300);
}

TEST(Oracle, AgreesWhereGapsMayBeOverwritten) {
  int candidates = 0;
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.token);
    PlanOptions options = Unlimited();
    options.allow_gap_overwrite = true;
    candidates += Check(c, options);
  }
  EXPECT_GE(candidates, 200);
}

TEST(Oracle, AgreesWhereTheInputMayBeOverwritten) {
  int candidates = 0;
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.token);
    PlanOptions options = Unlimited();
    options.allow_input_overwrite = true;
    candidates += Check(c, options);
  }
  EXPECT_GE(candidates, 200);
}

// Where the enumeration is cut short, dynamic programming still finds the best candidates, in
// order.
TEST(FindBest, IsExactWhenTheEnumerationIsCutShort) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.token);
    const Problem problem = *ParseToken(c.token);
    PlanOptions options = Unlimited();
    options.scheme = c.scheme;
    const Target target = TinyTarget();
    const PlanNode tree = *MakePlanTree(problem, target, options, nullptr);
    const SearchResult all = *AssignBuffers(problem, tree, target, options);
    PlanOptions few = options;
    few.max_tries = 1;
    const SearchResult cut = *AssignBuffers(problem, tree, target, few);
    EXPECT_EQ(cut.candidates, all.candidates);
    if (all.use.tries > 3) {
      EXPECT_TRUE(cut.truncated);
      EXPECT_GT(cut.use.states, 0);
    }
    few = options;
    few.max_candidates = static_cast<int>(all.candidates.size() + 1) / 2;
    const SearchResult half = *AssignBuffers(problem, tree, target, few);
    EXPECT_EQ(half.candidates, std::vector<Candidate>(all.candidates.begin(),
                                                      all.candidates.begin() + few.max_candidates));
  }
}

// Two convolutions of several kernels have thousands of assignments.
TEST(FindBest, KeepsTheBestOfALongList) {
  const Problem problem = *ParseToken("complex_forward_len_65537_65537_single_ip");
  const Target target = *FindTarget("gfx90a");
  PlanOptions options = Unlimited();
  const PlanNode tree = *MakePlanTree(problem, target, options, nullptr);
  const SearchResult all = *AssignBuffers(problem, tree, target, options);
  ASSERT_FALSE(all.truncated);
  ASSERT_GT(all.candidates.size(), 3000u);
  options.max_candidates = 2000;
  const SearchResult cut = *AssignBuffers(problem, tree, target, options);
  ASSERT_EQ(cut.candidates.size(), 2000u);
  for (size_t i = 0; i < cut.candidates.size(); ++i) {
    ASSERT_EQ(cut.candidates[i], all.candidates[i]) << i;
  }
}

// The tree has nine leaves or more, and more assignments than the search may enumerate.
TEST(FindBest, NeedsFewStatesForALargeTree) {
  const Problem problem = *ParseToken("complex_forward_len_512_512_512_double_op_batch_2");
  const Target target = TinyTarget();
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCc;
  const PlanNode tree = *MakePlanTree(problem, target, options, nullptr);
  ASSERT_GE(Leaves(tree).size(), 9u);
  const SearchResult result = *AssignBuffers(problem, tree, target, options);
  EXPECT_TRUE(result.truncated);
  EXPECT_GT(result.use.states, 10);
  EXPECT_LT(result.use.states, 5000);
  EXPECT_LE(result.use.bytes, options.max_search_bytes + (1 << 20));
  for (const Candidate& candidate : result.candidates) {
    EXPECT_FALSE(RanksBefore(candidate, result.candidates.front()));
  }
}

}  // namespace
}  // namespace fft
