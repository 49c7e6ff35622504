#include "fft/exec/pieces.h"

#include <string>

#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<PieceRun> Cut(const std::string& token, const PieceTarget& target) {
  const Problem problem = CompleteProblem(ParseToken(token).value()).value();
  const auto plan = DescribePlan(problem, TargetForArch("host").value(), PlanOptions());
  EXPECT_TRUE(plan.ok()) << plan.status();
  return CutIntoPieces(problem, plan->chosen(), target);
}

constexpr char kVolumes[] = "complex_forward_len_14_9_20_double_op_batch_297";

TEST(Pieces, AreBatchesThatTheCacheHolds) {
  // Each volume has 80,640 bytes. A workgroup has eight rows, so that each four volumes have whole
  // workgroups.
  const auto runs = Cut(kVolumes, {.cache_bytes = 512 << 10});
  EXPECT_THAT(runs, ElementsAre(PieceRun{0, 75, {63, 168, 92}}));
}

TEST(Pieces, AreSmallerWhereThreadsShareThem) {
  EXPECT_THAT(Cut(kVolumes, {.cache_bytes = 2 << 20}),
              ElementsAre(PieceRun{0, 13, {378, 1008, 552}}));
  EXPECT_THAT(Cut(kVolumes, {.cache_bytes = 2 << 20, .threads = 8}),
              ElementsAre(PieceRun{0, 38, {126, 336, 184}}));
}

TEST(Pieces, ArePlanesWhereVolumesAreTooLarge) {
  const char token[] = "complex_forward_len_100_100_100_single_op_batch_4";
  const auto runs = Cut(token, {.cache_bytes = 512 << 10});
  ASSERT_EQ(runs.size(), 2);
  EXPECT_EQ(runs[0].pieces, 134);  // three planes in each
  EXPECT_EQ(runs[0].blocks.size(), 2);
  EXPECT_EQ(runs[1].pieces, 1);
}

TEST(Pieces, AreNotMadeOfWhatTheCacheHolds) {
  EXPECT_THAT(Cut(kVolumes, {.cache_bytes = 64 << 20}), IsEmpty());
}

TEST(Pieces, DoNotLeaveThreadsIdle) {
  const char token[] = "complex_forward_len_32_64_single_op_batch_9";
  EXPECT_THAT(Cut(token, {.cache_bytes = 128 << 10}),
              ElementsAre(::testing::Field(&PieceRun::pieces, 3)));
  EXPECT_THAT(Cut(token, {.cache_bytes = 128 << 10, .threads = 8}), IsEmpty());
}

TEST(Pieces, NeedElementsOfTheirOwn) {
  // The transforms of the batch lie in each other's gaps.
  EXPECT_THAT(Cut("complex_forward_len_14_20_double_op_batch_297_istride_5940_297_CI_ostride_5940_"
                  "297_CI_idist_1_odist_1",
                  {.cache_bytes = 64 << 10}),
              IsEmpty());
}

TEST(Pieces, HoldAtMostSoManyKernels) {
  for (const PieceRun& run : Cut(kVolumes, {.cache_bytes = 512 << 10, .most_kernels = 2})) {
    EXPECT_LE(run.blocks.size(), 2);
  }
  EXPECT_THAT(Cut(kVolumes, {.cache_bytes = 512 << 10, .most_kernels = 1}), IsEmpty());
}

}  // namespace
}  // namespace fft
