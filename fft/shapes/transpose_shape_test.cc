#include "fft/shapes/transpose_shape.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(ChooseTransposeTile, TakesTheSmallestStrideOfEachSide) {
  const TransposeTile rows = ChooseTransposeTile({{4, 800, 800}, {20, 40, 1}, {40, 1, 20}});
  EXPECT_EQ(rows, (TransposeTile{2, 1, false}));
  const TransposeTile copy = ChooseTransposeTile({{4, 800, 900}, {20, 40, 45}, {40, 1, 1}});
  EXPECT_EQ(copy, (TransposeTile{2, 1, true}));
  // A dim of one element has no steps, so it is no part of a tile.
  EXPECT_EQ(ChooseTransposeTile({{1, 1, 1}, {40, 20, 30}}), (TransposeTile{1, -1, true}));
  EXPECT_EQ(ChooseTransposeTile({{1, 1, 1}}), (TransposeTile{-1, -1, true}));
}

TransposeShape Shape(const Dims& dims, Precision precision, const char* target) {
  const auto shape =
      ChooseTransposeShape(dims, ChooseTransposeTile(dims), precision, *FindTarget(target));
  EXPECT_TRUE(shape.ok()) << shape.status();
  return shape.value_or(TransposeShape{});
}

TEST(ChooseTransposeShape, IsSquareUnlessADimIsShort) {
  const TransposeShape square =
      Shape({{1000, 1000, 1}, {1000, 1, 1000}}, Precision::kDouble, "gfx90a");
  EXPECT_EQ(square.tile_x, 32);
  EXPECT_EQ(square.tile_y, 32);
  EXPECT_EQ(square.pitch, 33);
  EXPECT_EQ(square.threads, 256);
  EXPECT_EQ(square.lds_bytes, 33 * 32 * 16);
  const TransposeShape wide = Shape({{1000, 5, 1}, {5, 1, 1000}}, Precision::kSingle, "gfx90a");
  EXPECT_EQ(wide.tile_x, 8);
  EXPECT_EQ(wide.tile_y, 128);
  const TransposeShape tall = Shape({{5, 1000, 1}, {1000, 1, 5}}, Precision::kSingle, "gfx90a");
  EXPECT_EQ(tall.tile_x, 128);
  EXPECT_EQ(tall.tile_y, 8);
}

TEST(ChooseTransposeShape, CopiesWithoutLds) {
  const TransposeShape shape =
      Shape({{100, 2000, 3000}, {1000, 1, 1}}, Precision::kSingle, "sm_90");
  EXPECT_EQ(shape.lds_bytes, 0);
  EXPECT_EQ(shape.tile_x, 256);
  EXPECT_EQ(shape.tile_y, 4);
}

TEST(ChooseTransposeShape, EveryThreadMovesAsMuch) {
  for (const Target& target : Targets()) {
    for (int64_t x : {1, 2, 3, 31, 32, 33, 1000}) {
      for (int64_t y : {1, 2, 17, 64, 1000}) {
        const TransposeShape shape =
            Shape({{y, x, 1}, {x, 1, y}}, Precision::kSingle, target.name.c_str());
        EXPECT_EQ(shape.tile_x * shape.tile_y % shape.threads, 0);
        EXPECT_EQ(shape.threads % shape.tile_x, 0);
        EXPECT_EQ(shape.threads % shape.tile_y, 0);
        EXPECT_LE(shape.threads, target.max_threads);
        EXPECT_LE(shape.lds_bytes, target.lds_bytes);
      }
    }
  }
}

TEST(ChooseTransposeShape, ShrinksToTheLdsThatIsThere) {
  Target target = *FindTarget("gfx90a");
  target.lds_bytes = 256;
  target.max_threads = 64;
  const Dims dims = {{1000, 1000, 1}, {1000, 1, 1000}};
  const TransposeTile tile = ChooseTransposeTile(dims);
  const auto shape = ChooseTransposeShape(dims, tile, Precision::kSingle, target);
  ASSERT_TRUE(shape.ok()) << shape.status();
  EXPECT_LE(shape->lds_bytes, 256);
  EXPECT_GE(shape->tile_x * shape->tile_y, 16);
  target.lds_bytes = 4;
  EXPECT_TRUE(absl::IsResourceExhausted(
      ChooseTransposeShape(dims, tile, Precision::kSingle, target).status()));
}

}  // namespace
}  // namespace fft
