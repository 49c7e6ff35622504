#include "fft/dist/box.h"

#include "fft/dist/decomposition.h"
#include "gtest/gtest.h"

namespace fft::dist {
namespace {

TEST(Box, VolumeOfWhatIsEmptyIsZero) {
  EXPECT_EQ((Box{{0, 2}, {3, 7}}.volume()), 15);
  EXPECT_EQ((Box{{0, 7}, {3, 2}}.volume()), 0);
  EXPECT_EQ(ToString(Box{{0, 2}, {3, 7}}), "[0,3) x [2,7)");
}

TEST(Box, TilingsHoldEveryIndexOnce) {
  const std::vector<int64_t> lengths = {4, 6};
  for (const Grid& grid : GridsOf(12, 2, {})) {
    EXPECT_TRUE(CheckTiling("input", BoxesOf(grid, lengths), lengths).ok()) << ToString(grid);
  }
  std::vector<Box> boxes = {{{0, 0}, {4, 3}}, {{0, 3}, {4, 6}}, {{2, 2}, {2, 2}}};
  EXPECT_TRUE(CheckTiling("input", boxes, lengths).ok());
  boxes[1].lower[1] = 2;
  EXPECT_EQ(CheckTiling("input", boxes, lengths).message(),
            "input[1] is [0,4) x [2,6); allowed: boxes that share no index; input[0] is [0,4) x "
            "[0,3)");
  boxes[1].lower[1] = 4;
  EXPECT_EQ(CheckTiling("input", boxes, lengths).message(),
            "input is 20 elements in all boxes; allowed: 24: every index in one box");
  boxes[1].upper[1] = 7;
  EXPECT_EQ(CheckTiling("input", boxes, lengths).message(),
            "input[1] is [0,4) x [4,7); allowed: indices 0 to 5 of axis 1");
}

TEST(Grid, EveryFactorizationOnce) {
  EXPECT_EQ(GridsOf(8, 3, {}).size(), 10);
  EXPECT_EQ(GridsOf(8, 3, {1}).size(), 4);
  EXPECT_EQ(GridsOf(7, 4, {0, 3}).size(), 2);
}

TEST(Box, SharesOfHugeAxesAreNearlyEqual) {
  constexpr int64_t kLong = int64_t{1} << 62;
  for (const int64_t length :
       {int64_t{0}, int64_t{1}, int64_t{7}, int64_t{1000}, kLong, kLong + 5}) {
    EXPECT_EQ(CutAt(length, 0, 7), 0);
    EXPECT_EQ(CutAt(length, 7, 7), length);
    for (int part = 0; part < 7; ++part) {
      const int64_t share = CutAt(length, part + 1, 7) - CutAt(length, part, 7);
      EXPECT_TRUE(share == length / 7 || share == length / 7 + 1) << share << " of " << length;
    }
  }
  EXPECT_EQ(CutAt(10, 1, 4), 2) << "10 * 1 / 4";
}

TEST(Box, BoxesOfMoreThan64BitsInAllAreNamed) {
  const std::vector<int64_t> lengths = {int64_t{1} << 60};
  const std::vector<Box> boxes(9, Whole(lengths));
  EXPECT_TRUE(CheckTiling("input", boxes, lengths).message().find("share no index") !=
              std::string::npos);
}

}  // namespace
}  // namespace fft::dist
