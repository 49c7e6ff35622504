#include "fft/base/bfloat16.h"

#include <limits>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Bfloat16, HoldsEightBitsOfSignificand) {
  EXPECT_EQ(float{Bfloat16(1.0f)}, 1.0f);
  EXPECT_EQ(float{Bfloat16(-0x1.02p10f)}, -0x1.02p10f);
  EXPECT_EQ(Bfloat16(1.0f).bits, 0x3F80);
  // The first two values are ties, which round to even. The third one rounds to nearest.
  EXPECT_EQ(float{Bfloat16(0x1.01p0f)}, 1.0f);
  EXPECT_EQ(float{Bfloat16(0x1.03p0f)}, 0x1.04p0f);
  EXPECT_EQ(float{Bfloat16(0x1.010002p0f)}, 0x1.02p0f);
}

TEST(Bfloat16, HoldsTheRangeOfAFloat) {
  EXPECT_EQ(float{Bfloat16(0x1.FEp127f)}, 0x1.FEp127f);
  EXPECT_EQ(float{Bfloat16(std::numeric_limits<float>::max())},
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(float{Bfloat16(0x1p-133f)}, 0x1p-133f);
  EXPECT_EQ(float{Bfloat16(0x1p-135f)}, 0.0f);
  EXPECT_TRUE(std::isnan(float{Bfloat16(std::numeric_limits<float>::quiet_NaN())}));
}

// A conversion to float and back keeps every number.
TEST(Bfloat16, GoesThereAndBack) {
  for (int bits = 0; bits < 1 << 16; ++bits) {
    Bfloat16 number;
    number.bits = static_cast<uint16_t>(bits);
    if (std::isnan(float{number})) continue;
    EXPECT_EQ(Bfloat16(float{number}).bits, bits);
  }
}

}  // namespace
}  // namespace fft
