// Assignments chosen by timing: measured once, then known.
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/fft_report.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

std::shared_ptr<Context> HostContext(const std::string& cache_path) {
  EnvironmentOptions options = ReadEnvironment();
  options.device = "host";
  options.cache_path = cache_path;
  options.system_cache_path = "none";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.value_or(nullptr);
}

// Two kernels and several assignments, on arrays that take no time.
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
  // Another process: the choice is in the cache's database.
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
  // So is another order of the candidates, of which the first ones are measured.
  Trace order;
  small.options.strategy = Strategy::kFewestBuffers;
  ASSERT_TRUE(context->MakePlan(small.problem, small.options, &order).ok());
  EXPECT_GE(Measured(order), 1u);
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
