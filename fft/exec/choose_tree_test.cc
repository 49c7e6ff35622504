#include "fft/exec/choose_tree.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "fft/assign/search_report.h"
#include "fft/base/cancel.h"
#include "fft/choice/request.h"
#include "fft/plan/planner.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using testing::HasSubstr;

constexpr int kMany = 6;

Problem Complete(const std::string& token) { return *CompleteProblem(*ParseToken(token)); }

absl::StatusOr<std::vector<PlannedTree>> Trees(const Problem& problem, const Target& target,
                                               const PlanOptions& options = {}) {
  ShapeMemo memo(options.shapes);
  return MakePlanTrees(problem, target, options, kMany, &memo);
}

AssignedTree Choose(const std::string& token, const std::string& target,
                    const PlanOptions& options = {}) {
  auto chosen = ChooseTree(Complete(token), *FindTarget(target), options);
  EXPECT_TRUE(chosen.ok()) << token << ": " << chosen.status();
  return *std::move(chosen);
}

struct Case {
  const char* target;
  const char* token;
};

// Finds the chosen tree among the planner's trees.
PlannedTree PlannedOf(const AssignedTree& chosen, const Case& one) {
  auto trees = *Trees(Complete(one.token), *FindTarget(one.target));
  for (PlannedTree& tree : trees) {
    if (tree.tree == chosen.tree) return std::move(tree);
  }
  ADD_FAILURE() << "the planner has no tree " << ToString(chosen.tree);
  return {};
}

const Case kCases[] = {
    {"sm_90", "complex_forward_len_328125_single_ip_batch_30"},
    {"sm_90", "complex_inverse_len_885735_single_ip_batch_18"},
    {"sm_90", "complex_forward_len_1048576_double_op_batch_8"},
    {"sm_90",
     "complex_inverse_len_20000_double_op_batch_4_istride_2_CI_ostride_3_CI_"
     "idist_40007_odist_60001"},
    {"sm_90",
     "real_forward_len_10000_double_op_batch_3_istride_3_R_ostride_2_HI_"
     "idist_30002_odist_10005"},
    {"sm_90", "real_inverse_len_2700000_single_ip_batch_2"},
    {"sm_90", "complex_forward_len_96_60_48_single_op_batch_20"},
    {"gfx90a",
     "real_forward_len_46189_single_op_batch_7_istride_7_R_ostride_1_HI_idist_1_odist_23095"},
    {"gfx1030", "complex_forward_len_528_77_double_ip_batch_9"},
    {"host", "real_inverse_len_667_3_single_op_batch_4"},
    {"host", "complex_forward_len_1000_1000_single_op"},
    {"sm_90",
     "complex_inverse_len_1280_double_op_batch_4_istride_2_CI_ostride_3_CI_idist_2567_odist_3841"},
};

// With buffers, no tree of the planner is cheaper than the chosen one by more than 3 %.
TEST(ChooseTree, TakesTheCheapestWithItsBuffers) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.token);
    const Problem problem = Complete(one.token);
    const Target target = *FindTarget(one.target);
    const AssignedTree chosen = Choose(one.token, one.target);
    const auto trees = *Trees(problem, target);
    const double kernels = chosen.search.candidates.front().seconds;
    const double seconds = PlannedOf(chosen, one).ExtraSeconds() + kernels;
    for (const PlannedTree& other : trees) {
      const auto search = AssignBuffers(problem, other.tree, target, {});
      ASSERT_TRUE(search.ok()) << search.status();
      const double theirs = search->candidates.front().seconds;
      // A tree that is cheaper with its buffers than the planner predicts may not have been
      // compared.
      if (other.ExtraSeconds() + theirs < other.seconds) continue;
      EXPECT_TRUE(other.ExtraSeconds() + theirs >= 0.97 * seconds || theirs >= kernels)
          << ToString(other.tree) << " instead of " << ToString(chosen.tree);
    }
    EXPECT_EQ(chosen.search.candidates,
              AssignBuffers(problem, chosen.tree, target, {})->candidates);
  }
}

// The seconds of the fastest candidate of a tree, whatever workspace it needs.
double LeastSeconds(const Problem& problem, const PlanNode& tree, const Target& target) {
  double least = std::numeric_limits<double>::infinity();
  const auto search = AssignBuffers(problem, tree, target, {});
  EXPECT_TRUE(search.ok()) << search.status();
  for (const Candidate& candidate : search->candidates) least = std::min(least, candidate.seconds);
  return least;
}

TEST(ChooseTree, FastestGoesByThePriceAlone) {
  constexpr double kNanosecond = 1e-9;  // rounding of a step's price
  PlanOptions options;
  options.strategy = Strategy::kFastest;
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.token);
    const Problem problem = Complete(one.token);
    const Target target = *FindTarget(one.target);
    const AssignedTree chosen = Choose(one.token, one.target, options);
    EXPECT_FALSE(chosen.planner.faster);
    EXPECT_EQ(WhyNotFastest(chosen.search, options.strategy), "");
    const Candidate& winner = chosen.search.candidates.front();
    const auto trees = *Trees(problem, target);
    for (const PlannedTree& other : trees) {
      EXPECT_LE(winner.seconds, LeastSeconds(problem, other.tree, target) +
                                    kNanosecond * static_cast<double>(winner.steps.size()))
          << ToString(other.tree) << " instead of " << ToString(chosen.tree);
    }
  }
}

// Every tree with a lower price before assignment has been compared with its buffers. If the
// kernels of one of these trees are faster than the chosen kernels, the report has the price that
// was compared.
TEST(ChooseTree, TellsOfAFasterTreeThatItPassesOver) {
  int told = 0;
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.token);
    const Problem problem = Complete(one.token);
    const Target target = *FindTarget(one.target);
    const AssignedTree chosen = Choose(one.token, one.target);
    const double kernels = chosen.search.candidates.front().seconds;
    const double extra = PlannedOf(chosen, one).ExtraSeconds();
    double least = kernels;
    const auto trees = *Trees(problem, target);
    for (const PlannedTree& other : trees) {
      if (other.seconds >= kernels + extra) break;
      least = std::min(least,
                       AssignBuffers(problem, other.tree, target, {})->candidates.front().seconds);
    }
    const auto& faster = chosen.planner.faster;
    EXPECT_EQ(WhyNotFastest(chosen.planner).empty(), !faster.has_value());
    if (!faster) {
      EXPECT_GE(least, 0.99 * kernels);
      continue;
    }
    ++told;
    EXPECT_LE(faster->seconds, least);
    EXPECT_EQ(faster->chosen_seconds, kernels);
    EXPECT_EQ(faster->chosen_extra_seconds, extra);
    EXPECT_TRUE(faster->seconds + faster->extra_seconds > 0.97 * (kernels + extra));
  }
  EXPECT_GE(told, 1);
}

// The last kernel of L1D_CR is priced as in place, but it reads the temporary that the first kernel
// writes.
TEST(ChooseTree, SeesStepsThatDoNotStayInPlace) {
  const std::string token = "complex_forward_len_328125_single_ip_batch_30";
  EXPECT_EQ(MakePlanTree(Complete(token), *FindTarget("sm_90"), {}, nullptr)->scheme,
            SchemeKind::kL1dCr);
  EXPECT_EQ(Choose(token, "sm_90").tree.scheme, SchemeKind::kL1dCc);
}

TEST(ChooseTree, SaysWhatItCompared) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.token);
    const AssignedTree chosen = Choose(one.token, one.target);
    const SchemeDecision& whole = chosen.planner.decisions.front();
    EXPECT_EQ(whole.chosen, chosen.tree.scheme);
    const PlannedTree planned = PlannedOf(chosen, one);
    const double seconds = planned.ExtraSeconds() + chosen.search.candidates.front().seconds;
    int compared = 0;
    for (const ConsideredScheme& scheme : whole.considered) {
      if (!scheme.assigned_seconds) continue;
      ++compared;
      EXPECT_TRUE(scheme.is_accepted);
      if (scheme.scheme != whole.chosen) continue;
      // Another split of the chosen scheme may be cheaper by up to 3 %.
      EXPECT_LE(*scheme.assigned_seconds, seconds);
      EXPECT_GE(*scheme.assigned_seconds, 0.97 * seconds);
    }
    EXPECT_GE(compared, 1);
    for (size_t i = 1; i < chosen.planner.decisions.size(); ++i) {
      for (const ConsideredScheme& scheme : chosen.planner.decisions[i].considered) {
        EXPECT_FALSE(scheme.assigned_seconds) << "a part has no buffers of its own";
      }
    }
  }
  // Two schemes were compared.
  int compared = 0;
  const AssignedTree two = Choose(kCases[0].token, kCases[0].target);
  for (const ConsideredScheme& scheme : two.planner.decisions.front().considered) {
    compared += scheme.assigned_seconds.has_value() ? 1 : 0;
  }
  EXPECT_GE(compared, 2);
}

TEST(ChooseTree, KeepsToWhatIsAskedFor) {
  const std::string token = "complex_forward_len_328125_single_ip_batch_30";
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCr;
  options.factors = {375, 875};
  const AssignedTree forced = Choose(token, "sm_90", options);
  EXPECT_EQ(forced.tree.scheme, SchemeKind::kL1dCr);
  EXPECT_EQ(forced.tree.children.front().axes.back().length, 375);
  PlanOptions shaped;
  shaped.shapes = {{375, {{25, 15}}}};
  const auto trees = Trees(Complete(token), *FindTarget("sm_90"), shaped);
  ASSERT_TRUE(trees.ok()) << trees.status();
  for (const PlannedTree& tree : *trees) EXPECT_THAT(ToString(tree.tree), HasSubstr("[375:"));
}

TEST(ChooseTree, FailsAsItsPartsDo) {
  const Problem problem = Complete(kCases[0].token);
  const Target target = *FindTarget("sm_90");
  PlanOptions options;
  options.max_candidates = 0;
  const absl::Status refused = ChooseTree(problem, target, options).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(refused.message(), HasSubstr("options.max_candidates"));
  options = {};
  options.cancel = CancelToken::Create();
  options.cancel.Cancel();
  EXPECT_TRUE(absl::IsCancelled(ChooseTree(problem, target, options).status()));
}

}  // namespace
}  // namespace fft
