#include "fft/core/ranges.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Ranges, AreNoneWhereAllIsThere) {
  EXPECT_EQ(WithoutWhole({{0, 4}, {0, 6}}, {4, 6}), Ranges());
  EXPECT_EQ(WithoutWhole({{0, 4}, {0, 5}}, {4, 6}), (Ranges{{0, 4}, {0, 5}}));
  // A range of all elements that begins elsewhere is kept.
  EXPECT_EQ(WithoutWhole({{2, 4}}, {4}), (Ranges{{2, 4}}));
  EXPECT_EQ(WithoutWhole({{0, 4}, {0, 4}}, {4}), (Ranges{{0, 4}, {0, 4}}));
}

TEST(Ranges, AreChecked) {
  const auto error = [](const Ranges& ranges, const std::vector<int64_t>& lengths) {
    return std::string(CheckRanges("x", ranges, lengths).message());
  };
  EXPECT_EQ(error({}, {4}), "");
  EXPECT_EQ(error({{3, 4}}, {4}), "");
  EXPECT_EQ(error({{0, 1}}, {4, 6}),
            "x is a list of 1; allowed: 2 ranges, one per length, or none");
  EXPECT_EQ(error({{0, 4}, {-1, 2}}, {4, 6}), "x[1].first is -1; allowed: 0 to 5");
  EXPECT_EQ(error({{0, 5}}, {4}), "x[0].count is 5; allowed: 1 to 4");
}

TEST(Ranges, ArePositionsOfTheWholeAxes) {
  EXPECT_EQ(PositionsInWhole({{4, 3}}, {6}), (std::vector<int64_t>{4, 5, 0}));
  EXPECT_EQ(PositionsInWhole({{1, 2}, {2, 2}}, {3, 3}), (std::vector<int64_t>{5, 3, 8, 6}));
  EXPECT_EQ(PositionsInWhole({}, {2, 2}), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(ToString(Ranges{{0, 5}, {3, 8}}), "0:5 3:8");
}

}  // namespace
}  // namespace fft
