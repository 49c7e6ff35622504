#include "fft/core/cost_model.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(ChooseTile, FollowsTheSmallestStrideOfEachSide) {
  EXPECT_EQ(ChooseTile({8, 1, 1}, {{4, 64, 64}, {8, 8, 8}}), (TileChoice{Tiling::kRowRow, 1, 8}));
  EXPECT_EQ(ChooseTile({8, 4, 4}, {{9, 32, 32}, {4, 1, 1}}), (TileChoice{Tiling::kColCol, 1, 4}));
  EXPECT_EQ(ChooseTile({8, 1, 4}, {{4, 8, 1}}), (TileChoice{Tiling::kRowCol, 0, 4}));
  EXPECT_EQ(ChooseTile({4, 8, 1}, {{8, 1, 4}}), (TileChoice{Tiling::kColRow, 0, 8}));
  EXPECT_EQ(ChooseTile({8, 5, 5}, {}), (TileChoice{Tiling::kRowRow, -1, 1}));
  // A single element steps nowhere: lanes run across the loop.
  EXPECT_EQ(ChooseTile({1, 1, 1}, {{8, 1, 1}}), (TileChoice{Tiling::kColCol, 0, 8}));
}

double Seconds(const Dim& axis, const Dims& loops) {
  return *KernelSeconds(axis, loops, Precision::kSingle, *FindTarget("gfx90a"));
}

TEST(KernelSeconds, GrowsWithTheData) {
  const double small = Seconds({1024, 1, 1}, {{1000, 1024, 1024}});
  const double large = Seconds({1024, 1, 1}, {{10000, 1024, 1024}});
  EXPECT_GT(large, 5 * small);
  // No faster than memory.
  EXPECT_GT(large, 2 * 8 * 1024 * 10000 / 1638e9);
}

TEST(KernelSeconds, ChargesIsolatedElements) {
  const double rows = Seconds({256, 1, 1}, {{65536, 256, 256}});
  const double columns = Seconds({256, 65536, 65536}, {{65536, 1, 1}});
  const double isolated = Seconds({256, 65536 * 8, 65536 * 8}, {{65536, 8, 8}});
  EXPECT_NEAR(columns / rows, 1, 0.1);
  EXPECT_GT(isolated, 3 * rows);
}

TEST(KernelSeconds, SaysWhyThereIsNoKernel) {
  const auto seconds =
      KernelSeconds({1 << 20, 1, 1}, {}, Precision::kSingle, *FindTarget("gfx90a"));
  ASSERT_FALSE(seconds.ok());
  EXPECT_NE(std::string(seconds.status().message()).find("does not fit gfx90a"), std::string::npos);
}

TEST(WorkspacePenalty, IsATieBreaker) {
  const double bytes = 8.0 * (1 << 20);
  const double penalty = WorkspacePenaltySeconds(bytes, *FindTarget("gfx90a"));
  EXPECT_GT(penalty, 0);
  EXPECT_LT(penalty, 0.1 * bytes / 1638e9);
}

}  // namespace
}  // namespace fft
