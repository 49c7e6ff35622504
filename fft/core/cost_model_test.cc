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

TEST(TransposeSeconds, IsAboutACopyInFullTiles) {
  const Target target = *FindTarget("gfx90a");
  const double bytes = 2 * 8 * 4096.0 * 4096;
  const double seconds =
      *TransposeSeconds({{4096, 4096, 1}, {4096, 1, 4096}}, Precision::kSingle, target);
  EXPECT_GT(seconds, bytes / 1638e9);
  EXPECT_LT(seconds, 1.2 * bytes / 1638e9);
  // Short rows on one side take longer.
  EXPECT_GT(*TransposeSeconds({{4194304, 4, 1}, {4, 1, 4194304}}, Precision::kSingle, target),
            1.1 * seconds);
}

TEST(PlaneSeconds, BeatsTwoKernelsForManyPlanesButNotForAFewLargeOnes) {
  const Target target = *FindTarget("gfx90a");
  const auto plane = [&target](int64_t n, int64_t count) {
    return *PlaneSeconds({{n, n, n}, {n, 1, 1}}, {{count, n * n, n * n}}, Precision::kSingle,
                         target);
  };
  const auto two = [](int64_t n, int64_t count) {
    return Seconds({n, 1, 1}, {{count * n, n, n}}) +
           Seconds({n, n, n}, {{n, 1, 1}, {count, n * n, n * n}});
  };
  EXPECT_LT(plane(32, 10000), 0.7 * two(32, 10000));
  EXPECT_LT(plane(16, 1), two(16, 1));
  // One compute unit would be busy while the others wait.
  EXPECT_GT(plane(80, 4) / 4, plane(80, 1000) / 1000);
}

TEST(StepSeconds, FollowsTheKindOfTheLeaf) {
  const Target target = *FindTarget("gfx90a");
  const Dims axes = {{64, 64, 64}, {64, 1, 1}}, loops = {{100, 4096, 4096}};
  EXPECT_EQ(*StepSeconds(SchemeKind::kSingle2d, axes, loops, Precision::kSingle, target),
            *PlaneSeconds(axes, loops, Precision::kSingle, target));
  EXPECT_EQ(*StepSeconds(SchemeKind::kTranspose, {{64, 1, 100}}, {{100, 64, 1}}, Precision::kSingle,
                         target),
            *TransposeSeconds({{100, 64, 1}, {64, 1, 100}}, Precision::kSingle, target));
  EXPECT_EQ(*StepSeconds(SchemeKind::kStockham, {{64, 1, 1}}, {{100, 64, 64}}, Precision::kSingle,
                         target),
            Seconds({64, 1, 1}, {{100, 64, 64}}));
}

TEST(WorkspacePenalty, IsATieBreaker) {
  const double bytes = 8.0 * (1 << 20);
  const double penalty = WorkspacePenaltySeconds(bytes, *FindTarget("gfx90a"));
  EXPECT_GT(penalty, 0);
  EXPECT_LT(penalty, 0.1 * bytes / 1638e9);
}

}  // namespace
}  // namespace fft
