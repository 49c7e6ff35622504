// Tests assignments that are chosen by timing. They are measured once and then known.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "fft/fft_report.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

std::shared_ptr<Context> HostContext(const std::string& cache_path) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  options.cache_path = cache_path;
  options.system_cache_path = "none";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.value_or(nullptr);
}

// A problem of two kernels and several assignments. Its arrays are so small that timing is quick.
struct Small {
  Problem problem = *ParseToken("complex_forward_len_256_single_op");
  PlanOptions options;
  Small() { options.scheme = SchemeKind::kL1dCr; }
};

size_t Measured(const Trace& trace) { return trace.tuning.measured.size(); }

TEST(MeasureCandidates, TimesTheFirstOnesInOrder) {
  const auto context = HostContext("");
  const Small small;
  const auto plan = DescribePlan(small.problem, context->target(), small.options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const auto all = context->MeasureCandidates(small.problem, small.options, 1000);
  ASSERT_TRUE(all.ok()) << all.status();
  ASSERT_EQ(all->size(), plan->search.candidates.size());
  ASSERT_GT(all->size(), 1u);
  for (size_t i = 0; i < all->size(); ++i) {
    EXPECT_EQ((*all)[i].candidate, static_cast<int>(i));
    EXPECT_GT((*all)[i].milliseconds, 0);
    EXPECT_LT((*all)[i].milliseconds, 1000);
  }
  EXPECT_EQ(context->MeasureCandidates(small.problem, small.options, 1)->size(), 1u);
  EXPECT_EQ(context->MeasureCandidates(small.problem, small.options, 0).status().message(),
            "count is 0; allowed: at least 1");
}

TEST(WithCandidate, IsThePlanOfThatCandidate) {
  const Target target = *FindTarget("gfx90a");
  const Problem problem = *ParseToken("complex_forward_len_1048576_single_op");
  const auto plan = DescribePlan(problem, target, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const int count = static_cast<int>(plan->search.candidates.size());
  ASSERT_GT(count, 1);
  for (int candidate = 0; candidate < count; ++candidate) {
    PlanOptions options;
    options.candidate = candidate;
    const auto planned = DescribePlan(problem, target, options);
    const auto chosen = WithCandidate(*plan, candidate);
    ASSERT_TRUE(planned.ok() && chosen.ok()) << planned.status() << chosen.status();
    EXPECT_EQ(ToJson(*chosen), ToJson(*planned));
    EXPECT_EQ(chosen->options, options);
  }
  EXPECT_EQ(WithCandidate(*plan, count).status().message(),
            absl::StrCat("options.candidate is ", count, "; allowed: 0 to ", count - 1));
}

TEST(Rigor, MeasuresOnceForAProblemADeviceAndALibrary) {
  const std::string path = ::testing::TempDir() + "/tuning_test.db";
  std::remove(path.c_str());
  Small small;
  small.options.rigor = Rigor::kMeasure;
  int chosen = -1;
  {
    const auto context = HostContext(path);
    Trace first, second;
    const auto plan = context->MakePlan(small.problem, small.options, &first);
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_GE(Measured(first), 1u);
    chosen = (*plan)->description().candidate;
    EXPECT_EQ(first.tuning.stored, chosen);
    EXPECT_EQ(first.tuning.store_fault, "");
    const auto again = context->MakePlan(small.problem, small.options, &second);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(Measured(second), 0u);
    EXPECT_EQ(second.tuning.known, chosen);
    EXPECT_EQ((*again)->description().candidate, chosen);
  }
  // A context of another process finds the choice in the cache's database.
  const auto context = HostContext(path);
  Trace trace;
  const auto plan = context->MakePlan(small.problem, small.options, &trace);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(Measured(trace), 0u);
  EXPECT_EQ((*plan)->description().candidate, chosen);
  EXPECT_EQ(context->cache_status(), "ok") << "the cache takes the table for its own";
  // Another problem is measured anew.
  Trace other;
  Problem inverse = small.problem;
  inverse.type = TransformType::kComplexInverse;
  ASSERT_TRUE(context->MakePlan(inverse, small.options, &other).ok());
  EXPECT_GE(Measured(other), 1u);
  // Another strategy orders the candidates differently, so other candidates are first and are
  // measured.
  Trace order;
  small.options.strategy = Strategy::kFewestBuffers;
  ASSERT_TRUE(context->MakePlan(small.problem, small.options, &order).ok());
  EXPECT_GE(Measured(order), 1u);
}

// A plan made with Rigor::kMeasure, and the report of its measurement.
struct Measuring {
  std::shared_ptr<const Plan> plan;
  TuningReport tuning;
};

Measuring Measure(Context& context, const Problem& problem, PlanOptions options) {
  options.rigor = Rigor::kMeasure;
  Trace trace;
  const auto plan = context.MakePlan(problem, options, &trace);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return {plan.value_or(nullptr), trace.tuning};
}

// Returns a problem for which the planner takes one kernel. Other schemes make several other trees.
Problem ManyTrees() { return *ParseToken("complex_forward_len_240_single_op_batch_3"); }

TEST(RigorOverTrees, TimesTheBestOthersAndRemembersTheFastest) {
  const auto context = HostContext("");
  PlanOptions options;
  options.measured_candidates = 2;
  options.measured_trees = 2;
  options.measure_seconds = 300;
  const Measuring first = Measure(*context, ManyTrees(), options);
  ASSERT_NE(first.plan, nullptr);
  EXPECT_FALSE(first.tuning.out_of_time);
  EXPECT_GE(first.tuning.measured.size(), 1u);
  ASSERT_EQ(first.tuning.other_trees.size(), 2u);
  EXPECT_LE(first.tuning.other_trees[0].predicted_milliseconds,
            first.tuning.other_trees[1].predicted_milliseconds);
  // The plan runs the fastest candidate of all trees.
  double least = 1e9;
  std::string fastest;
  const auto look = [&](const std::string& tree, const std::vector<MeasuredCandidate>& rows) {
    EXPECT_GE(rows.size(), 1u) << tree;
    for (const MeasuredCandidate& row : rows) {
      EXPECT_GT(row.milliseconds, 0);
      if (row.milliseconds < least) fastest = tree;
      least = std::min(least, row.milliseconds);
    }
  };
  look("chosen", first.tuning.measured);
  for (const TimedTree& tree : first.tuning.other_trees) look(tree.words, tree.measured);
  EXPECT_EQ(first.tuning.tree, fastest);
  // Afterwards this Context knows the choice, and so does a Context that imports its wisdom.
  const Measuring again = Measure(*context, ManyTrees(), options);
  const auto other = HostContext("");
  ASSERT_TRUE(other->ImportWisdom(context->PlanWisdom(*first.plan)).ok());
  const Measuring there = Measure(*other, ManyTrees(), options);
  for (const Measuring* known : {&again, &there}) {
    ASSERT_NE(known->plan, nullptr);
    EXPECT_EQ(known->tuning.known, first.tuning.stored);
    EXPECT_TRUE(known->tuning.measured.empty() && known->tuning.other_trees.empty());
    EXPECT_EQ(ToString(known->plan->description().tree), ToString(first.plan->description().tree));
  }
}

TEST(RigorOverTrees, TimesAgainWhatIsForgotten) {
  const auto context = HostContext("");
  PlanOptions options;
  options.rigor = Rigor::kMeasure;
  EXPECT_FALSE(Measure(*context, ManyTrees(), options).tuning.measured.empty());
  EXPECT_TRUE(Measure(*context, ManyTrees(), options).tuning.measured.empty());
  context->ForgetWisdom();
  EXPECT_FALSE(Measure(*context, ManyTrees(), options).tuning.measured.empty());
}

// Wisdom may name another tree than the planner's. The wisdom counts even if another candidate is
// faster.
TEST(RigorOverTrees, TakesTheTreeThatWisdomNames) {
  const auto context = HostContext("");
  PlanOptions by_name;
  by_name.scheme = SchemeKind::kL1dCr;
  by_name.factors = {12, 20};
  const auto wanted = context->MakePlan(ManyTrees(), by_name);
  ASSERT_TRUE(wanted.ok()) << wanted.status();
  Json asked = Json::parse(context->PlanWisdom(**wanted));
  // The wisdom names the choice that would be stored if this tree were the fastest.
  const auto planned = context->MakePlan(ManyTrees());
  ASSERT_TRUE(planned.ok());
  ASSERT_NE(ToString((*planned)->description().tree), ToString((*wanted)->description().tree));
  Json wisdom = Json::parse(context->PlanWisdom(**planned));
  const std::string assignment = asked["choices"][0]["choice"];
  wisdom["choices"][0]["choice"] = "scheme=L1D_CR factor=12 factor=20: " + assignment;
  ASSERT_TRUE(context->ImportWisdom(wisdom.dump()).ok());
  const Measuring known = Measure(*context, ManyTrees(), {});
  ASSERT_NE(known.plan, nullptr);
  EXPECT_EQ(known.tuning.known, 0);
  EXPECT_EQ(known.tuning.tree, "scheme=L1D_CR factor=12 factor=20");
  EXPECT_EQ(ToString(known.plan->description().tree), ToString((*wanted)->description().tree));
  // The key of the plan's wisdom has the caller's options, without the chosen tree.
  EXPECT_EQ(Json::parse(context->PlanWisdom(*known.plan)), wisdom);
  // If the stored choice is not among the candidates, the candidates are measured.
  for (const char* choice : {"scheme=NONE: 0", "scheme=L1D_CR factor=7: 0", "scheme=L1D_CR word"}) {
    wisdom["choices"][0]["choice"] = choice;
    ASSERT_TRUE(context->ImportWisdom(wisdom.dump()).ok());
    PlanOptions quick;
    quick.measure_seconds = 0;
    const Measuring anew = Measure(*context, ManyTrees(), quick);
    EXPECT_FALSE(anew.tuning.known) << choice;
    EXPECT_EQ(anew.tuning.measured.size(), 1u) << choice;
  }
}

// Export and import have the same error for a file that is no kernel cache.
TEST(Wisdom, AFaultOfTheFileHasOneCode) {
  const std::string path = ::testing::TempDir() + "/no_cache.db";
  const auto context = HostContext(path);
  ASSERT_NE(context, nullptr);
  const auto plan = context->MakePlan(ManyTrees());
  ASSERT_TRUE(plan.ok()) << plan.status();
  const std::string wisdom = context->PlanWisdom(**plan);
  std::ofstream(path, std::ios::trunc) << "This is no kernel cache, but a text.";
  const absl::Status exported = context->ExportWisdom().status();
  const absl::Status imported = context->ImportWisdom(wisdom).status();
  EXPECT_FALSE(exported.ok());
  EXPECT_EQ(imported.code(), exported.code()) << exported << imported;
}

TEST(RigorOverTrees, EndsWithItsTime) {
  const auto context = HostContext("");
  PlanOptions options;
  options.measure_seconds = 0;
  const Measuring quick = Measure(*context, ManyTrees(), options);
  EXPECT_TRUE(quick.tuning.out_of_time);
  EXPECT_EQ(quick.tuning.measured.size(), 1u);
  EXPECT_TRUE(quick.tuning.other_trees.empty());
  EXPECT_EQ(quick.tuning.tree, "chosen");
  options.rigor = Rigor::kMeasure;
  options.measure_seconds = -1;
  EXPECT_EQ(context->MakePlan(ManyTrees(), options).status().message(),
            "options.measure_seconds is -1; allowed: 0 or more");
  options.measure_seconds = 1;
  options.measured_trees = -1;
  EXPECT_EQ(context->MakePlan(ManyTrees(), options).status().message(),
            "options.measured_trees is -1; allowed: 0 or more");
}

TEST(Rigor, EstimatingNeedsNoMeasurement) {
  const auto context = HostContext("");
  const Small small;
  Trace trace;
  const auto plan = context->MakePlan(small.problem, small.options, &trace);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->description().candidate, 0);
  EXPECT_EQ(Measured(trace), 0u);
}

}  // namespace
}  // namespace fft::testing
