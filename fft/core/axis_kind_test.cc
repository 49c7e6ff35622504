#include "fft/core/axis_kind.h"

#include <complex>
#include <cstdint>
#include <numbers>
#include <vector>

#include "fft/base/json.h"
#include "fft/core/axis_side.h"
#include "fft/core/real_transforms.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using Complex = std::complex<long double>;

Complex Turn(int64_t numerator, int64_t denominator) {
  return std::polar(1.0L, -2 * std::numbers::pi_v<long double> * numerator / denominator);
}

// The real v[i] of the basis (RealOrder), from the reals x of the axis.
long double RealOf(const RealKind& kind, const std::vector<long double>& x, int64_t i) {
  const auto n = std::ssize(x);
  const int64_t size = kind.lengths * n + kind.extra;
  switch (kind.order) {
    case RealOrder::kNatural:
      return x[i];
    case RealOrder::kEvensOdds:
      if (2 * i < n) return x[2 * i];
      return (kind.negates_odds ? -1 : 1) * x[2 * (n - i) - 1];
    case RealOrder::kMirrored:
      return x[std::min(i, size - i)];
    case RealOrder::kOddMirrored:
      if (i == 0 || i == n + 1) return 0;
      return i <= n ? x[i - 1] : -x[size - i - 1];
  }
  return 0;
}

int64_t PlaceOf(RealPlace place, int64_t k, int64_t n) {
  switch (place) {
    case RealPlace::kNone:
      break;
    case RealPlace::kAtK:
      return k;
    case RealPlace::kBeforeK:
      return k - 1;
    case RealPlace::kMirrorOfK:
      return n - k;
    case RealPlace::kFromEnd:
      return n - 1 - k;
  }
  return -1;
}

std::vector<long double> Numbers(int64_t n) {
  std::vector<long double> x;
  for (int64_t j = 0; j < n; ++j) x.push_back(static_cast<long double>((j * j * 7 + 3) % 11) - 5);
  return x;
}

void ExpectNear(const std::vector<long double>& y, const std::vector<long double>& expected,
                const std::string& what) {
  ASSERT_EQ(y.size(), expected.size());
  for (size_t k = 0; k < y.size(); ++k) {
    EXPECT_NEAR(static_cast<double>(y[k]), static_cast<double>(expected[k]), 1e-9) << what << k;
  }
}

// The reals that a kind computes from half a spectrum equal the reals of the kind's definition.
TEST(AxisKind, PartsOfKindsFromRealsAreTheDefinition) {
  for (AxisKind kind : kAxisKinds) {
    if (IsFourier(kind) || PartsOf(kind).basis != RealBasis::kFromReals) continue;
    const RealKind& parts = PartsOf(kind);
    for (int64_t n : {1, 2, 3, 4, 5, 8, 9, 12}) {
      if (kind == AxisKind::kDct1 && n == 1) continue;
      const std::vector<long double> x = Numbers(n);
      const int64_t size = parts.lengths * n + parts.extra;
      std::vector<long double> y(n, 1e9);
      for (int64_t k = 0; 2 * k <= size; ++k) {
        Complex v = 0;
        for (int64_t i = 0; i < size; ++i) v += RealOf(parts, x, i) * Turn(i * k % size, size);
        if (parts.turns) v *= 2.0L * Turn(k, 4 * n);
        const bool is_own_conjugate = k == 0 || 2 * k == size;
        if (parts.order != RealOrder::kOddMirrored || !is_own_conjugate) {
          y[PlaceOf(parts.first, k, n)] = parts.first_re * v.real() + parts.first_im * v.imag();
        }
        if (parts.second == RealPlace::kNone || is_own_conjugate) continue;
        y[PlaceOf(parts.second, k, n)] = parts.second_re * v.real() + parts.second_im * v.imag();
      }
      ExpectNear(y, RealTransform(kind, x), ToString(kind) + " ");
    }
  }
}

TEST(AxisKind, PartsOfKindsToRealsAreTheDefinition) {
  for (AxisKind kind : {AxisKind::kHc2r, AxisKind::kDct3, AxisKind::kDst3}) {
    const RealKind& parts = PartsOf(kind);
    ASSERT_EQ(parts.basis, RealBasis::kToReals);
    for (int64_t n : {1, 2, 3, 4, 5, 8, 9, 12}) {
      const std::vector<long double> x = Numbers(n), expected = RealTransform(kind, x);
      std::vector<Complex> v(n);
      for (int64_t k = 0; 2 * k <= n; ++k) {
        const int64_t second = k == 0 ? 0 : PlaceOf(parts.second, k, n);
        v[k] = Complex(x[PlaceOf(parts.first, k, n)], parts.second_im * x[second]);
        if (parts.turns) v[k] *= std::conj(Turn(k, 4 * n));
        if (k == 0 || 2 * k == n) v[k] = v[k].real();
        if (k > 0) v[n - k] = std::conj(v[k]);
      }
      std::vector<long double> reals(n), placed(n);
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t k = 0; k < n; ++k) reals[i] += (v[k] * std::conj(Turn(i * k % n, n))).real();
        placed[i] = RealOf(parts, expected, i);
      }
      ExpectNear(reals, placed, ToString(kind) + " ");
    }
  }
}

TEST(AxisKind, AxesOfRealsHoldTheirReals) {
  for (AxisKind kind : kAxisKinds) {
    if (IsFourier(kind)) continue;
    for (int64_t n = 2; n < 40; ++n) {
      const RealAxis axis = RealAxisOf(kind, n);
      EXPECT_GE(2 * axis.points, n);
      for (const AxisSide& side : {axis.in, axis.out}) {
        EXPECT_EQ(MemoryFormat(side), AxisFormat::kReal);
        EXPECT_EQ(Elements(side, axis.points), n);
        EXPECT_EQ(RealsOf(kind, side.format, axis.points), n) << ToString(kind);
      }
    }
  }
}

TEST(AxisKind, NamesTellKindsApart) {
  for (AxisKind a : kAxisKinds) {
    for (AxisKind b : kAxisKinds) EXPECT_EQ(ToString(a) == ToString(b), a == b);
  }
}

TEST(AxisSide, WritesWhatItHolds) {
  AxisSide side = {AxisFormat::kReal, 6};
  EXPECT_EQ(ToJson(side).dump(), R"({"data":"real","length":6})");
  EXPECT_EQ(MemoryFormat(side), AxisFormat::kReal);
  EXPECT_FALSE(RangeOf(side).has_value());
  side = {AxisFormat::kComplex, 6, AxisKind::kDct2, 3};
  EXPECT_EQ(ToJson(side).dump(), R"({"data":"complex","length":6,"reals":"dct2","first":3})");
  EXPECT_EQ(MemoryFormat(side), AxisFormat::kReal);
  EXPECT_EQ(RangeOf(side)->first, 3);
  EXPECT_EQ(RangeOf(side)->count, 6);
  EXPECT_EQ(Elements({AxisFormat::kHermitianOfPairs}, 6), 7);
}

TEST(AxisSide, OperationsOfRowsHaveNamesAndProperties) {
  const struct {
    RowOperation operation;
    const char* name;
    bool cuts_input, cuts_output, chirps, folds, takes_spectra;
  } rows[] = {
      {RowOperation::kNone, "none", false, false, false, false, false},
      {RowOperation::kChirpIn, "chirp_in", true, false, true, false, false},
      {RowOperation::kFilter, "filter", false, false, false, false, false},
      {RowOperation::kChirpOut, "chirp_out", false, true, true, false, false},
      {RowOperation::kChirpUnfoldIn, "chirp_unfold_in", true, false, true, true, false},
      {RowOperation::kFoldOut, "fold_out", false, true, false, true, false},
      {RowOperation::kUnfoldIn, "unfold_in", true, false, false, true, false},
      {RowOperation::kSpectrum, "spectrum", false, false, false, false, true},
      {RowOperation::kHalfSpectrum, "half_spectrum", false, false, false, true, true},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(ToString(row.operation), row.name);
    EXPECT_EQ(CutsInput(row.operation), row.cuts_input) << row.name;
    EXPECT_EQ(CutsOutput(row.operation), row.cuts_output) << row.name;
    EXPECT_EQ(Chirps(row.operation), row.chirps) << row.name;
    EXPECT_EQ(Folds(row.operation), row.folds) << row.name;
    EXPECT_EQ(TakesSpectra(row.operation), row.takes_spectra) << row.name;
  }
}

}  // namespace
}  // namespace fft
