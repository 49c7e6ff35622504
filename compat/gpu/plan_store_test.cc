#include "compat/gpu/plan_store.h"

#include <string>

#include "gtest/gtest.h"

namespace fft::compat {
namespace {

std::shared_ptr<PlanStore> HostStore() {
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = "none";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return std::make_shared<PlanStore>(*std::move(context));
}

std::shared_ptr<LazyPlan> Find(PlanStore& store, int64_t length) {
  Problem problem;
  problem.lengths = {length};
  auto plan = store.Find(CompleteProblem(problem).value());
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

TEST(PlanStoreTest, OnePlanOfAProblem) {
  const auto store = HostStore();
  const auto plan = Find(*store, 8);
  EXPECT_EQ(Find(*store, 8), plan);
  EXPECT_NE(Find(*store, 9), plan);
  const auto first = plan->Get(), second = plan->Get();
  ASSERT_TRUE(first.ok() && second.ok()) << first.status();
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->workspace_bytes(), plan->workspace_bytes());
  EXPECT_EQ((*first)->problem().lengths[0], 8);
}

TEST(PlanStoreTest, TheOnesWantedLastAreKept) {
  const auto store = HostStore();
  const std::weak_ptr<LazyPlan> often = Find(*store, 1), seldom = Find(*store, 2);
  for (size_t i = 0; i + 1 < PlanStore::kMostKept; ++i) {
    Find(*store, 3 + static_cast<int64_t>(i));
    Find(*store, 1);
  }
  EXPECT_FALSE(often.expired());
  EXPECT_TRUE(seldom.expired());
}

}  // namespace
}  // namespace fft::compat
