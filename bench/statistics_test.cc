#include "bench/statistics.h"

#include "gtest/gtest.h"

namespace fft::bench {
namespace {

TEST(StatisticsTest, MedianTakesTheMiddle) {
  EXPECT_EQ(Median({}), 0);
  EXPECT_EQ(Median({3, 1, 100}), 3);
  EXPECT_EQ(Median({4, 1, 2, 100}), 3);
}

TEST(StatisticsTest, GeometricMeanMultiplies) {
  EXPECT_EQ(GeometricMean({}), 0);
  EXPECT_DOUBLE_EQ(GeometricMean({0.5, 2}), 1);
  EXPECT_DOUBLE_EQ(GeometricMean({2, 4, 8}), 4);
}

}  // namespace
}  // namespace fft::bench
