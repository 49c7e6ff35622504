#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "fft/plan/schemes/scheme_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_schemes::Expand;
using testing_schemes::Request;

std::string TreeOf(const std::string& token, const char* target = "sm_90") {
  const auto tree = MakePlanTree(*ParseToken(token), *FindTarget(target), {}, nullptr);
  EXPECT_TRUE(tree.ok()) << tree.status();
  return tree.ok() ? ToString(*tree) : "";
}

TEST(Ranged, OneKernelReadsAndWritesWhatIsThere) {
  EXPECT_EQ(TreeOf("complex_forward_len_1024_single_op_batch_64_irange_0_512"),
            "(STOCKHAM [1024:1:1] x[64:512:1024] in:complex512@0)");
  EXPECT_EQ(TreeOf("complex_inverse_len_1024_single_op_batch_64_orange_960_128"),
            "(STOCKHAM [1024:1:1] x[64:1024:128] out:complex128@960)");
  // Rows of reals are transformed as pairs where the range holds whole pairs.
  EXPECT_EQ(TreeOf("real_forward_len_1024_single_op_batch_64_irange_256_512_orange_0_100"),
            "(STOCKHAM [512:1:1] x[64:256:100] in:complex256@128 out:hermitian_of_pairs100@0)");
  EXPECT_EQ(TreeOf("real_forward_len_1024_single_op_batch_64_irange_0_511"),
            "(STOCKHAM [1024:1:1] x[64:511:513] in:real511@0 out:hermitian)");
}

TEST(Ranged, AxesThatShrinkComeBeforeThoseThatGrow) {
  // The slow axis shrinks from 16 to 4 elements first, then the fast axis grows from 8 to 32.
  TransformRequest request = Request({{16, 8, 32}, {32, 1, 1}}, {{3, 128, 128}});
  request.in_ranges = {{0, 16}, {0, 8}};
  request.out_ranges = {{14, 4}, {0, 32}};
  const auto steps = Expand(SchemeKind::kRanged, request, {});
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].axes, (Dims{{16, 8, 8}}));
  EXPECT_EQ(steps[0].loops, (Dims{{3, 128, 32}, {8, 1, 1}}));
  EXPECT_EQ(steps[0].out_ranges, (Ranges{{14, 4}}));
  EXPECT_EQ(steps[1].axes, (Dims{{32, 1, 1}}));
  EXPECT_EQ(steps[1].loops, (Dims{{3, 32, 128}, {4, 8, 32}}));
  EXPECT_EQ(steps[1].in_ranges, (Ranges{{0, 8}}));
}

TEST(Ranged, WholeNeighboursAreOneStep) {
  TransformRequest request = Request({{8, 60, 60}, {6, 10, 10}, {10, 1, 1}}, {});
  request.in_ranges = {{0, 4}, {0, 6}, {0, 10}};
  const auto steps = Expand(SchemeKind::kRanged, request, {});
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].axes, (Dims{{6, 10, 10}, {10, 1, 1}}));
  EXPECT_EQ(steps[0].loops, (Dims{{4, 60, 60}}));
  EXPECT_FALSE(HasRanges(steps[0]));
  EXPECT_EQ(steps[1].axes, (Dims{{8, 60, 60}}));
  EXPECT_EQ(steps[1].in_ranges, (Ranges{{0, 4}}));
}

TEST(Ranged, LongAxesAreSplitWhereWholeRowsAreThere) {
  EXPECT_THAT(TreeOf("complex_forward_len_1048576_single_op_irange_0_524288"),
              AllOf(HasSubstr("L1D_C"), Not(HasSubstr("CONVERT"))));
  EXPECT_THAT(TreeOf("complex_forward_len_1048576_single_op_irange_0_500001"),
              AllOf(HasSubstr("(RANGED [1048576:1:1]"), HasSubstr("(CONVERT"), HasSubstr("L1D_C")));
}

TEST(Ranged, OnlyWhatHasRangesAsksForIt) {
  PlannerReport report;
  ASSERT_TRUE(MakePlanTree(*ParseToken("complex_forward_len_64_single_op"), *FindTarget("sm_90"),
                           {}, &report)
                  .ok());
  for (const SchemeDecision& decision : report.decisions) {
    for (const ConsideredScheme& scheme : decision.considered) {
      EXPECT_NE(scheme.scheme, SchemeKind::kRanged);
    }
  }
}

}  // namespace
}  // namespace fft
