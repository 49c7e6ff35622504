#include "fft/kernels/tables/twiddles.h"

#include <cmath>
#include <cstring>
#include <numbers>

#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

std::complex<long double> Direct(int64_t k, int64_t n) {
  const long double angle = -2 * std::numbers::pi_v<long double> * (k % n) / n;
  return {std::cos(angle), std::sin(angle)};
}

template <typename Real>
std::complex<long double> Entry(const std::string& bytes, int64_t index) {
  Real parts[2];
  std::memcpy(parts, bytes.data() + index * sizeof(parts), sizeof(parts));
  return {parts[0], parts[1]};
}

TEST(TwiddlesTest, UnitRootsMatchDirectEvaluation) {
  for (int64_t n = 1; n <= 120; ++n) {
    for (int64_t k = -n; k <= 2 * n; ++k) {
      EXPECT_LT(std::abs(UnitRoot(k, n) - Direct(k + n, n)), 2e-18L) << k << "/" << n;
    }
  }
}

TEST(TwiddlesTest, QuarterTurnsAreExact) {
  for (int64_t quarter : {1, 5, 1024, 1 << 24}) {
    const int64_t n = 4 * quarter;
    EXPECT_EQ(UnitRoot(0, n), std::complex<long double>(1, 0));
    EXPECT_EQ(UnitRoot(quarter, n), std::complex<long double>(0, -1));
    EXPECT_EQ(UnitRoot(2 * quarter, n), std::complex<long double>(-1, 0));
    EXPECT_EQ(UnitRoot(3 * quarter, n), std::complex<long double>(0, 1));
  }
}

TEST(TwiddlesTest, HugeLengthsKeepPrecision) {
  const int64_t n = int64_t{1} << 60;
  const std::complex<long double> w = UnitRoot(1, n);
  EXPECT_EQ(w.real(), 1.0L);
  EXPECT_NEAR(static_cast<double>(w.imag() * n), -2 * std::numbers::pi, 1e-12);
}

TEST(TwiddlesTest, PassTableFollowsPassOffsets) {
  const TwiddleTable table{TwiddleTable::Kind::kPasses, 24, {4, 3, 2}, 0, 0, Precision::kDouble};
  const std::vector<int64_t> offsets = PassOffsets(24, {4, 3, 2});
  // The passes have 3 * 6 rotations, then 2 * 2, then none.
  EXPECT_EQ(offsets, (std::vector<int64_t>{0, 18, 22, 22}));
  const std::string bytes = TableBytes(table);
  ASSERT_EQ(bytes.size(), 22 * 16u);
  for (int k = 1; k < 4; ++k) {
    for (int g = 0; g < 6; ++g) {
      EXPECT_LT(std::abs(Entry<double>(bytes, (k - 1) * 6 + g) - Direct(g * k, 24)), 2e-16L);
    }
  }
  EXPECT_LT(std::abs(Entry<double>(bytes, 18 + 1 * 2 + 1) - Direct(2, 6)), 2e-16L);
}

TEST(TwiddlesTest, LargeTableSplitsTheExponent) {
  const int64_t n = 1000;
  const TwiddleTable table{TwiddleTable::Kind::kLarge, n, {}, 2, 5, Precision::kSingle};
  const std::string bytes = TableBytes(table);
  ASSERT_EQ(bytes.size(), 2 * 32 * 8u);
  for (int64_t m = 0; m < n; ++m) {
    const auto product = Entry<float>(bytes, m & 31) * Entry<float>(bytes, 32 + (m >> 5));
    EXPECT_LT(std::abs(product - Direct(m, n)), 2e-7L) << m;
  }
}

TEST(TwiddlesTest, PairTableHoldsHalfATurnOfTwiceTheLength) {
  const std::string bytes =
      TableBytes({TwiddleTable::Kind::kPairs, 5, {}, 0, 0, Precision::kDouble});
  ASSERT_EQ(bytes.size(), 6 * 16u);
  for (int k = 0; k <= 5; ++k) {
    EXPECT_LT(std::abs(Entry<double>(bytes, k) - Direct(k, 10)), 2e-16L);
  }
}

// The first chirp scales numbers down by 4, and the chirp back scales them up by 4.
TEST(TwiddlesTest, ChirpsOfBothEndsTogetherScaleByNothing) {
  TwiddleTable table{TwiddleTable::Kind::kChirp, 7, {}, 0, 0, Precision::kSingle};
  const std::string chirp = TableBytes(table);
  table.kind = TwiddleTable::Kind::kChirpBack;
  const std::string back = TableBytes(table);
  ASSERT_EQ(chirp.size(), 7 * 8u);
  ASSERT_EQ(back.size(), chirp.size());
  for (int j = 0; j < 7; ++j) {
    EXPECT_LT(std::abs(4.0L * Entry<float>(chirp, j) - Direct(j * j, 14)), 1e-7L);
    EXPECT_EQ(Entry<float>(back, j), 16.0L * Entry<float>(chirp, j));
  }
}

TEST(TwiddlesTest, AFilterByColumnsHoldsEveryPthElementInARow) {
  TwiddleTable table{TwiddleTable::Kind::kChirpFilter, 7, {}, 0, 0, Precision::kDouble, 15};
  const std::string natural = TableBytes(table), key = TableKey(table);
  table.columns = 3;
  const std::string turned = TableBytes(table);
  EXPECT_NE(TableKey(table), key);
  ASSERT_EQ(turned.size(), natural.size());
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 5; ++k) {
      EXPECT_EQ(Entry<double>(turned, j * 5 + k), Entry<double>(natural, j + 3 * k));
    }
  }
}

TEST(TwiddlesTest, KeysTellTablesApart) {
  TwiddleTable a{TwiddleTable::Kind::kPasses, 24, {4, 3, 2}, 0, 0, Precision::kSingle};
  TwiddleTable b = a;
  b.factors = {3, 4, 2};
  TwiddleTable c = a;
  c.precision = Precision::kDouble;
  EXPECT_NE(TableKey(a), TableKey(b));
  EXPECT_NE(TableKey(a), TableKey(c));
}

}  // namespace
}  // namespace fft::kernels
