#include "fft/base/int_math.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(IntMath, Divides) {
  EXPECT_EQ(CeilDiv(0, 3), 0);
  EXPECT_EQ(CeilDiv(7, 3), 3);
  EXPECT_EQ(CeilDiv(9, 3), 3);
  EXPECT_EQ(CeilDiv(kMax, 2), kMax / 2 + 1);
  EXPECT_EQ(RoundUp(0, 256), 0);
  EXPECT_EQ(RoundUp(257, 256), 512);
}

TEST(IntMath, Logarithms) {
  for (int64_t n = 1; n < 5000; ++n) {
    EXPECT_LE(int64_t{1} << FloorLog2(n), n);
    EXPECT_GT(int64_t{2} << FloorLog2(n), n);
    EXPECT_GE(int64_t{1} << CeilLog2(n), n);
    EXPECT_EQ(IsPowerOfTwo(n), FloorLog2(n) == CeilLog2(n));
  }
  EXPECT_FALSE(IsPowerOfTwo(0));
  EXPECT_FALSE(IsPowerOfTwo(-4));
  EXPECT_EQ(FloorLog2(kMax), 62);
}

TEST(IntMath, ShowsOverflow) {
  EXPECT_EQ(CheckedMul(1 << 20, 1 << 20), int64_t{1} << 40);
  EXPECT_EQ(CheckedMul(kMax, 2), std::nullopt);
  EXPECT_EQ(CheckedMul(int64_t{1} << 32, int64_t{1} << 31), std::nullopt);
  EXPECT_EQ(CheckedAdd(kMax - 1, 1), kMax);
  EXPECT_EQ(CheckedAdd(kMax, 1), std::nullopt);
}

TEST(IntMath, SaturatesWhereNumbersLeave64Bits) {
  EXPECT_EQ(SaturatingMul(3, 5), 15);
  EXPECT_EQ(SaturatingMul(int64_t{1} << 40, int64_t{1} << 40), kMax);
  EXPECT_EQ(SaturatingAdd(kMax - 1, 1), kMax);
  EXPECT_EQ(SaturatingAdd(kMax, kMax), kMax);
}

TEST(IntMath, FactorsOfLargeNumbersArePrimes) {
  constexpr int64_t kProducts[] = {int64_t{2147483647} * 2147483629, 1840739494987032589,
                                   int64_t{3037000493} * 3037000493, 9223372036854775783, kMax};
  for (int64_t n : kProducts) {
    int64_t product = 1;
    for (int64_t p : PrimeFactors(n)) {
      EXPECT_TRUE(IsPrime(p)) << p;
      product *= p;
    }
    EXPECT_EQ(product, n);
  }
  EXPECT_TRUE(IsPrime(9223372036854775783));
  EXPECT_FALSE(IsPrime(int64_t{3037000493} * 3037000493));
  EXPECT_FALSE(IsPrime(1));
  EXPECT_FALSE(IsPrime(3215031751));  // a strong pseudoprime to 2, 3, 5 and 7
}

TEST(IntMath, FactorsMultiplyToTheNumber) {
  EXPECT_TRUE(PrimeFactors(1).empty());
  EXPECT_EQ(LargestPrimeFactor(1), 1);
  EXPECT_EQ(LargestPrimeFactor(360), 5);
  EXPECT_EQ(PrimeFactors(360), (std::vector<int64_t>{2, 2, 2, 3, 3, 5}));
  EXPECT_EQ(PrimeFactors(30011), (std::vector<int64_t>{30011}));
  EXPECT_EQ(PrimeFactors(int64_t{1} << 62).size(), 62u);
  for (int64_t n = 1; n < 2000; ++n) {
    int64_t product = 1;
    for (int64_t p : PrimeFactors(n)) product *= p;
    EXPECT_EQ(product, n);
  }
}

TEST(IntMath, DivisorsAreAllDivisors) {
  for (int64_t n = 1; n < 500; ++n) {
    std::vector<int64_t> expected;
    for (int64_t d = 1; d <= n; ++d) {
      if (n % d == 0) expected.push_back(d);
    }
    EXPECT_EQ(Divisors(n), expected) << n;
  }
}

TEST(IntMath, NearestDivisorsAreOrderedByDistance) {
  const auto from_five = [](int64_t d) { return std::abs(static_cast<double>(d - 5)); };
  EXPECT_EQ(NearestDivisors(24, 10, from_five), (std::vector<int64_t>{4, 6, 3, 2, 8, 12}));
  EXPECT_EQ(NearestDivisors(24, 3, from_five), (std::vector<int64_t>{4, 6, 3}));
  EXPECT_EQ(NearestDivisors(7, 3, from_five), std::vector<int64_t>());
  EXPECT_EQ(NearestDivisors(1, 3, from_five), std::vector<int64_t>());
}

}  // namespace
}  // namespace fft
