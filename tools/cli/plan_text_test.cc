#include "tools/cli/plan_text.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(DescribeProblemTest, SpeaksInWords) {
  Problem problem;
  problem.lengths = {96, 64};
  problem.batch = 2;
  problem.placement = Placement::kInPlace;
  EXPECT_EQ(DescribeProblem(problem),
            "complex forward, 96 x 64 points, batch 2, single precision, in place");
  problem.scale = 0.25;
  EXPECT_THAT(DescribeProblem(problem), HasSubstr(", scaled by 0.25"));
}

// Returns the tree of length 6 = 2 x 3 with a column kernel and a row kernel.
PlanNode LargeTree() {
  PlanNode root;
  root.scheme = SchemeKind::kL1dCc;
  root.axes = {{6, 1, 1}};
  PlanNode columns;
  columns.axes = {{2, 3, 3}};
  columns.loops = {{3, 1, 1}};
  columns.large_twiddle = {6, 0};
  PlanNode rows;
  rows.axes = {{3, 1, 2}};
  rows.loops = {{2, 3, 1}};
  root.children = {columns, rows};
  for (PlanNode* node : {&root, &root.children[0], &root.children[1]}) SetOutputLengths(node);
  return root;
}

TEST(TreeTextTest, IndentsChildren) {
  EXPECT_EQ(TreeText(LargeTree()),
            "  scheme      length  reads               writes\n"
            "  L1D_CC           6  6 strides 1         6 strides 1\n"
            "    STOCKHAM       2  2 x 3 strides 3, 1  2 x 3 strides 3, 1  rotates by 1/6\n"
            "    STOCKHAM       3  2 x 3 strides 3, 1  3 x 2 strides 2, 1\n");
}

Candidate MakeCandidate(Buffer between, int64_t workspace) {
  Candidate candidate;
  candidate.steps.resize(2);
  candidate.steps[0].in.buffer = Buffer::kUserIn;
  candidate.steps[0].out.buffer = candidate.steps[1].in.buffer = between;
  candidate.steps[1].out.buffer = Buffer::kUserOut;
  candidate.scores = {.fused = 0, .buffers = 2, .padded = 0, .in_place = 1, .type_changes = 0};
  candidate.workspace_bytes = workspace;
  return candidate;
}

TEST(CandidatesTextTest, ListsScoresAndRoutes) {
  SearchResult search;
  search.candidates = {MakeCandidate(Buffer::kUserOut, 0), MakeCandidate(Buffer::kTemp0, 2048)};
  search.candidates[0].bytes_moved = 8192;
  search.candidates[0].seconds = 2.5e-6;
  EXPECT_EQ(CandidatesText(search, 1),
            "  candidate  fused  buffers  padded  in place  types  workspace  moved  predicted  "
            "data goes through\n"
            "          0      0        2       0         1      0        0 B  8 KiB     2.5 us  "
            "IN > OUT > OUT\n"
            "  and 1 more\n");
  search.truncated = true;
  search.truncation = "limit of 2 candidates";
  EXPECT_THAT(CandidatesText(search, 5), HasSubstr("IN > T0 > OUT\n"));
  EXPECT_THAT(CandidatesText(search, 5), HasSubstr("cut short: limit of 2 candidates"));
}

TEST(RouteTextTest, MarksFormatsPaddingAndFusions) {
  Candidate candidate = MakeCandidate(Buffer::kTemp0, 2048);
  candidate.steps[0].in.format = ArrayFormat::kReal;
  candidate.steps[0].out.format = ArrayFormat::kComplexPlanar;
  candidate.steps[0].out.padded = true;
  candidate.steps[1].leaf_count = 3;
  EXPECT_EQ(RouteText(candidate), "IN/R > T0/CP* > OUT(3)");
}

TEST(KernelsTextTest, ListsLaunches) {
  kernels::PlannedKernel kernel;
  kernel.name = "a_kernel";
  kernel.blocks = 128;
  kernel.threads = 64;
  kernel.lds_bytes = 4096;
  kernel.registers = 96;
  kernel.spec.factors = {16, 4};
  kernel.spec.transforms_per_group = 8;
  kernel.bytes_moved = 1 << 20;
  kernel.flops = 1966080;
  EXPECT_EQ(
      KernelsText({kernel}),
      "  kernel  workgroups  threads    LDS  registers  tiling  factors  per group  moved  "
      "operations\n"
      "       0         128       64  4 KiB         96  sbrr    16x4             8  1 MiB      "
      "1.97 M\n"
      "  0: a_kernel\n");
}

TEST(PricesTextTest, AddsUp) {
  const Problem problem = *ParseToken("complex_forward_len_65536_single_op");
  const PlanDescription plan = *DescribePlan(problem, *FindTarget("sm_90"), {});
  const std::string text = PricesText(plan.chosen());
  EXPECT_NE(text.find("stockham sbc"), std::string::npos) << text;
  EXPECT_NE(text.find("launch"), std::string::npos) << text;
  double seconds = 0;
  for (const Step& step : plan.chosen().steps) seconds += step.kernel->price.Seconds();
  EXPECT_DOUBLE_EQ(seconds, plan.chosen().seconds);
}

TEST(PlanTextTest, HoldsEveryPart) {
  const auto problem = ParseToken("complex_forward_len_4096_single_op");
  ASSERT_TRUE(problem.ok()) << problem.status();
  const auto plan = DescribePlan(*problem, Targets().front(), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  const std::string text = PlanText(*plan, 5);
  for (const char* part :
       {"problem    complex forward, 4096 points", "\nplan tree", "\nsteps of assignment 0",
        "\nkernels\n", "\nbuffer assignments, best first", "IN > OUT", "T0, T1: temporaries"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, HasSubstr(plan->kernels[0].name));
  EXPECT_THAT(PlanText(*plan, 0), Not(HasSubstr("buffer assignments")));
}

TEST(PlanTextTest, TellsTheSignalsOfRelays) {
  const auto plan = DescribePlan(*ParseToken("complex_forward_len_300_40000_single_op_batch_2"),
                                 *FindTarget("sm_90"), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->relays.size(), 1u);
  EXPECT_EQ(plan->chosen().workspace_bytes, 0);
  EXPECT_THAT(PlanText(*plan, 5), HasSubstr(" B, 480 B of it relays' signals\n"));
}

}  // namespace
}  // namespace fft::cli
