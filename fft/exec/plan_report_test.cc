#include "fft/exec/plan_report.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

const char* const kTokens[] = {
    "complex_forward_len_1024_single_op_batch_100",   "complex_forward_len_1048576_single_ip",
    "complex_forward_len_65536_single_op_batch_1024",  // with signals in its workspace
    "real_forward_len_96_60_double_op_batch_3",       "complex_inverse_len_100003_single_op",
};

PlanReport Report(const std::string& token, const ReportLimits& limits = {},
                  const std::string& target = "sm_90") {
  auto report = ReportPlans(*ParseToken(token), *FindTarget(target), {}, limits);
  EXPECT_TRUE(report.ok()) << report.status();
  return *std::move(report);
}

// The predicted seconds of the best scheme among those that a decision accepted.
double LeastSeconds(const SchemeDecision& decision) {
  double least = -1;
  for (const ConsideredScheme& one : decision.considered) {
    if (one.is_accepted && (least < 0 || one.seconds < least)) least = one.seconds;
  }
  return least;
}

TEST(PlanReport, SaysWhatThePlanCarries) {
  for (const char* token : kTokens) {
    SCOPED_TRACE(token);
    const PlanReport report = Report(token, {.candidates = 1000});
    const PlanDescription plan = *DescribePlan(*ParseToken(token), *FindTarget("sm_90"), {});
    ASSERT_EQ(report.trees.size(), 1u);
    const TreeReport& tree = report.trees[0];
    EXPECT_EQ(ToJson(*report.plans[0]), ToJson(plan));
    EXPECT_EQ(tree.tree, ToString(plan.tree));
    EXPECT_EQ(tree.workspace_bytes, plan.workspace_bytes());
    EXPECT_EQ(report.workspace_bytes, plan.workspace_bytes());
    // The first of the planner's decisions is about the whole problem.
    const SchemeDecision& whole = tree.planner.decisions.front();
    EXPECT_EQ(whole.chosen, plan.tree.scheme);
    EXPECT_LE(LeastSeconds(whole), 1e-12 + 1.001 * plan.tree.Seconds());
    EXPECT_EQ(whole, plan.planner.decisions.front());
    // The report of the search has the figures of the plan's search.
    ASSERT_EQ(tree.search.candidates.size(), plan.search.candidates.size());
    for (size_t i = 0; i < tree.search.candidates.size(); ++i) {
      const Candidate& carried = plan.search.candidates[i];
      const CandidateReport& told = tree.search.candidates[i];
      EXPECT_EQ(told.seconds, carried.seconds);
      EXPECT_EQ(told.workspace_bytes, carried.workspace_bytes);
      ASSERT_EQ(told.leaves.size(), carried.steps.size());
      for (const Figure& figure : told.figures) {
        for (const Criterion& criterion : CriteriaOf(Strategy::kBalanced)) {
          if (figure.name != criterion.name) continue;
          EXPECT_EQ(figure.value, criterion.value(carried)) << figure.name;
        }
      }
      if (i == 0) continue;
      EXPECT_EQ(told.reason,
                ExplainOrder(plan.search.candidates[i - 1], carried, plan.options.strategy));
    }
    // The prices of the kernels add up to the candidate's price.
    ASSERT_EQ(tree.kernels.size(), plan.kernels.size());
    double seconds = 0;
    for (size_t i = 0; i < plan.kernels.size(); ++i) {
      EXPECT_EQ(tree.kernels[i].name, plan.kernels[i].name);
      EXPECT_EQ(tree.kernels[i].choice, *plan.chosen().steps[i].kernel);
      EXPECT_EQ(tree.kernels[i].choice.registers, plan.kernels[i].registers);
      EXPECT_EQ(tree.kernels[i].choice.lds_bytes, plan.kernels[i].lds_bytes);
      seconds += tree.kernels[i].choice.price.Seconds();
    }
    EXPECT_DOUBLE_EQ(seconds, tree.seconds);
    EXPECT_EQ(tree.seconds, plan.chosen().seconds);
  }
}

void ExpectSame(const CandidateReport& typed, const Json& json) {
  EXPECT_EQ(json["candidate"], typed.candidate);
  EXPECT_EQ(json["figures"].size(), typed.figures.size());
  for (const Figure& figure : typed.figures) {
    EXPECT_EQ(json["figures"][figure.name], figure.value);
  }
  EXPECT_EQ(json["pass"], typed.pass);
  EXPECT_EQ(json["workspace_bytes"], typed.workspace_bytes);
  EXPECT_EQ(json["bytes_moved"], typed.bytes_moved);
  EXPECT_EQ(json["seconds"], typed.seconds);
  EXPECT_EQ(json["leaves"], Json(typed.leaves));
  EXPECT_EQ(json["reason"], typed.reason);
  EXPECT_EQ(json["decided_by"], typed.decided_by.empty() ? Json(nullptr) : Json(typed.decided_by));
  ASSERT_EQ(json["path"].size(), typed.path.size());
  for (size_t i = 0; i < typed.path.size(); ++i) {
    EXPECT_EQ(json["path"][i]["buffer"], ToString(typed.path[i].buffer));
    EXPECT_EQ(json["path"][i]["format"], ToString(typed.path[i].format));
    EXPECT_EQ(json["path"][i]["padded"], typed.path[i].padded);
    EXPECT_EQ(json["path"][i]["padding"], typed.path[i].padding);
  }
}

void ExpectSame(const KernelReport& typed, const Json& json) {
  EXPECT_EQ(json["name"], typed.name);
  EXPECT_EQ(json["leaf"], typed.leaf);
  EXPECT_EQ(json["leaf_count"], typed.leaf_count);
  EXPECT_EQ(json["shim"], ToString(typed.shim));
  EXPECT_EQ(json["bytes_moved"], typed.bytes_moved);
  EXPECT_EQ(json["flops"], typed.flops);
  std::vector<std::pair<const KernelChoice*, const Json*>> choices = {
      {&typed.choice, &json["choice"]}};
  ASSERT_EQ(json["alternatives"].size(), typed.alternatives.size());
  for (size_t i = 0; i < typed.alternatives.size(); ++i) {
    choices.push_back({&typed.alternatives[i], &json["alternatives"][i]});
  }
  for (const auto& [choice, told] : choices) {
    EXPECT_EQ((*told)["shape"], DescribeShape(*choice));
    EXPECT_EQ((*told)["origin"], ToString(choice->origin));
    EXPECT_EQ((*told)["registers"], choice->registers);
    EXPECT_EQ((*told)["lds_bytes"], choice->lds_bytes);
    EXPECT_EQ((*told)["price"]["seconds"], choice->price.Seconds());
    EXPECT_EQ((*told)["price"]["channels"], choice->price.channels);
  }
}

TEST(PlanReport, AndItsJsonSayTheSame) {
  for (const char* token : kTokens) {
    SCOPED_TRACE(token);
    const PlanReport report = Report(token, {.trees = 3});
    const Json json = ToJson(report);
    EXPECT_EQ(json["schema"], "fft.report/1");
    EXPECT_EQ(json["token"], report.token);
    EXPECT_EQ(json["target"], "sm_90");
    EXPECT_EQ(json["kernels"], Json(report.kernels));
    EXPECT_EQ(json["workspace_bytes"], report.workspace_bytes);
    EXPECT_EQ(json["candidates"], report.candidates);
    ASSERT_EQ(json["trees"].size(), report.trees.size());
    for (size_t t = 0; t < report.trees.size(); ++t) {
      const TreeReport& typed = report.trees[t];
      const Json& tree = json["trees"][t];
      EXPECT_EQ(tree["words"], typed.words);
      EXPECT_EQ(tree["tree"], typed.tree);
      EXPECT_EQ(tree["candidate"], typed.candidate);
      EXPECT_EQ(tree["seconds"], typed.seconds);
      EXPECT_EQ(tree["planner"], ToJson(typed.planner));
      EXPECT_EQ(tree["search"]["strategy"], ToString(typed.search.strategy));
      EXPECT_EQ(tree["search"]["criteria"], Json(typed.search.criteria));
      EXPECT_EQ(tree["search"]["total"], typed.search.total);
      EXPECT_EQ(tree["search"]["truncated"], typed.search.truncated);
      EXPECT_EQ(tree["search"]["passes"].size(), typed.search.passes.size());
      EXPECT_EQ(tree["search"]["use"]["tries"], typed.search.use.tries);
      ASSERT_EQ(tree["search"]["candidates"].size(), typed.search.candidates.size());
      for (size_t i = 0; i < typed.search.candidates.size(); ++i) {
        ExpectSame(typed.search.candidates[i], tree["search"]["candidates"][i]);
      }
      ASSERT_EQ(tree["kernels"].size(), typed.kernels.size());
      for (size_t i = 0; i < typed.kernels.size(); ++i) {
        ExpectSame(typed.kernels[i], tree["kernels"][i]);
      }
    }
    ASSERT_EQ(json["ranked"].size(), report.ranked.size());
    for (size_t i = 0; i < report.ranked.size(); ++i) {
      EXPECT_EQ(json["ranked"][i]["tree"], report.ranked[i].tree);
      EXPECT_EQ(json["ranked"][i]["candidate"], report.ranked[i].candidate);
      EXPECT_EQ(json["ranked"][i]["seconds"], report.ranked[i].seconds);
    }
  }
}

TEST(PlanReport, HoldsSeveralTreesRankedTogether) {
  const PlanReport report = Report(kTokens[1], {.trees = 6, .candidates = 5});
  ASSERT_EQ(report.trees.size(), 6u);
  EXPECT_EQ(report.trees[0].words, "chosen");
  std::set<std::string> trees, words;
  size_t candidates = 0;
  for (const TreeReport& tree : report.trees) {
    EXPECT_TRUE(trees.insert(tree.tree).second) << tree.tree;
    EXPECT_TRUE(words.insert(tree.words).second) << tree.words;
    EXPECT_LE(tree.search.candidates.size(), 5u);
    candidates += tree.search.candidates.size();
  }
  ASSERT_EQ(report.ranked.size(), candidates);
  std::set<std::pair<int, int>> told;
  for (size_t i = 0; i < report.ranked.size(); ++i) {
    const RankedCandidate& one = report.ranked[i];
    EXPECT_TRUE(told.emplace(one.tree, one.candidate).second);
    EXPECT_EQ(one.seconds, report.trees[one.tree].search.candidates[one.candidate].seconds);
    EXPECT_GE(one.seconds, report.ranked[i == 0 ? 0 : i - 1].seconds);
  }
}

TEST(SelectPlan, IsThePlanOfThatTreeAndCandidate) {
  const PlanReport report = Report(kTokens[1], {.trees = 3, .candidates = 3});
  for (int rank = 0; rank < static_cast<int>(report.ranked.size()); ++rank) {
    const RankedCandidate& one = report.ranked[rank];
    const auto plan = SelectPlan(report, rank);
    ASSERT_TRUE(plan.ok()) << plan.status();
    PlanOptions options = report.plans[one.tree]->options;
    options.candidate = one.candidate;
    EXPECT_EQ(ToJson(**plan),
              ToJson(*DescribePlan(*ParseToken(kTokens[1]), *FindTarget("sm_90"), options)));
    EXPECT_EQ((*plan)->chosen().seconds, one.seconds);
  }
  EXPECT_EQ(SelectPlan(report, -1).status().message(),
            absl::StrCat("rank is -1; allowed: 0 to ", report.ranked.size() - 1));
  EXPECT_FALSE(SelectPlan(report, static_cast<int>(report.ranked.size())).ok());
}

TEST(KernelReport, ListsOtherShapesByPrice) {
  const PlanReport report = Report(kTokens[0], {.alternatives = 4});
  const KernelReport& kernel = report.trees[0].kernels[0];
  ASSERT_EQ(kernel.alternatives.size(), 4u);
  for (size_t i = 0; i < kernel.alternatives.size(); ++i) {
    const KernelChoice& other = kernel.alternatives[i];
    EXPECT_NE(DescribeShape(other), DescribeShape(kernel.choice));
    EXPECT_EQ(other.origin, Origin::kModel);
    EXPECT_EQ(other.kind, kernel.choice.kind);
    EXPECT_EQ(other.map, kernel.choice.map);
    if (i == 0) continue;
    EXPECT_GE(other.price.Seconds(), kernel.alternatives[i - 1].price.Seconds());
  }
}

TEST(KernelReport, NamesNoAlternativeTwice) {
  for (const char* token :
       {"complex_forward_len_1024_single_op", "complex_forward_len_512_512_single_op",
        "complex_forward_len_60_72_single_op_batch_500"}) {
    const auto report =
        ReportPlans(*ParseToken(token), *FindTarget("sm_90"), {}, {.alternatives = 12});
    ASSERT_TRUE(report.ok()) << report.status();
    for (const KernelReport& kernel : report->trees[0].kernels) {
      std::set<std::string> said = {ToJson(kernel.choice).dump()};
      for (const KernelChoice& other : kernel.alternatives) {
        EXPECT_TRUE(said.insert(ToJson(other).dump()).second) << token << ": " << ToJson(other);
      }
      EXPECT_GT(said.size(), 3u) << token;
    }
  }
}

TEST(ReportPlans, RefusesLimitsByName) {
  const Problem problem = *ParseToken(kTokens[0]);
  const Target target = *FindTarget("sm_90");
  EXPECT_EQ(ReportPlans(problem, target, {}, {.trees = 0}).status().message(),
            "limits.trees is 0; allowed: 1 or more");
  EXPECT_EQ(ReportPlans(problem, target, {}, {.candidates = 0}).status().message(),
            "limits.candidates is 0; allowed: 1 or more");
}

TEST(AskedShapes, AreWhatThePlanRuns) {
  PlanOptions options;
  options.shapes = {{1024, {.factors = {4, 4, 4, 16}}}};
  const auto report = ReportPlans(*ParseToken(kTokens[0]), *FindTarget("sm_90"), options, {});
  ASSERT_TRUE(report.ok()) << report.status();
  const KernelReport& kernel = report->trees[0].kernels[0];
  EXPECT_EQ(kernel.choice.origin, Origin::kAsked);
  EXPECT_EQ(kernel.choice.line().factors, (std::vector<int>{4, 4, 4, 16}));
  EXPECT_EQ(ToJson(kernel)["choice"]["origin"], "asked for");
  for (const Candidate& candidate : report->plans[0]->search.candidates) {
    EXPECT_EQ(candidate.steps[0].kernel->line().factors, kernel.choice.line().factors);
  }
}

}  // namespace
}  // namespace fft
