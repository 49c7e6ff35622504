#include "bench/alternatives.h"

#include <set>

#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

TEST(ListAlternatives, HoldsAssignmentsSchemesAndSplits) {
  const Target target = *FindTarget("sm_90");
  const auto list =
      ListAlternatives(*ParseToken("complex_forward_len_1048576_single_op"), target, 20);
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(list->front().words, "chosen");
  std::set<std::string> words;
  for (const Alternative& alternative : *list) {
    EXPECT_TRUE(words.insert(alternative.words).second) << alternative.words;
    EXPECT_GT(alternative.predicted_ms, 0) << alternative.words;
    EXPECT_GE(alternative.kernels, 2) << alternative.words;
    const auto plan = DescribePlan(*ParseToken("complex_forward_len_1048576_single_op"), target,
                                   alternative.options);
    EXPECT_TRUE(plan.ok()) << plan.status();
  }
  EXPECT_EQ(words.count("assignment 1"), 1u);
  EXPECT_EQ(words.count("L1D_TRTRT"), 1u);
  EXPECT_GE(list->size(), 6u);
  EXPECT_EQ(
      ListAlternatives(*ParseToken("complex_forward_len_1048576_single_op"), target, 2)->size(),
      3u);
}

TEST(CountOrdered, CountsPairsThatDifferEnough) {
  const std::vector<TimedAlternative> timed = {{1, 1}, {2, 1.05}, {1.5, 2}, {3, 4}};
  const OrderedPairs pairs = CountOrdered(timed, 0.1);
  EXPECT_EQ(pairs.all, 5);       // all pairs except the first two plans
  EXPECT_EQ(pairs.in_order, 4);  // the plans with 1.05 and 2 are predicted in the wrong order
}

}  // namespace
}  // namespace fft::bench
