#include "fft/base/half.h"

#include <cmath>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(HalfTest, EveryFiniteValueSurvivesTheRoundTrip) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    const Half half{static_cast<uint16_t>(bits)};
    const float value = HalfToFloat(half);
    if (std::isnan(value)) continue;
    ASSERT_EQ(FloatToHalf(value).bits, bits);
  }
}

TEST(HalfTest, KnownValues) {
  EXPECT_EQ(HalfToFloat({0x3C00}), 1.0f);
  EXPECT_EQ(HalfToFloat({0xC000}), -2.0f);
  EXPECT_EQ(HalfToFloat({0x7BFF}), 65504.0f);
  EXPECT_EQ(HalfToFloat({0x0001}), std::ldexp(1.0f, -24));
}

TEST(HalfTest, RoundsToNearestTiesToEven) {
  EXPECT_EQ(FloatToHalf(1.0f + std::ldexp(1.0f, -11)).bits, 0x3C00);
  EXPECT_EQ(FloatToHalf(1.0f + 3 * std::ldexp(1.0f, -11)).bits, 0x3C02);
  EXPECT_EQ(FloatToHalf(65519.0f).bits, 0x7BFF);
  EXPECT_EQ(FloatToHalf(65520.0f).bits, 0x7C00);
  EXPECT_EQ(FloatToHalf(1e30f).bits, 0x7C00);
  EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(NAN))));
}

}  // namespace
}  // namespace fft
