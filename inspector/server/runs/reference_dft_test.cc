#include "inspector/server/runs/reference_dft.h"

#include <cmath>
#include <numbers>

#include "fft/core/axis_kind.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

using Complex = std::complex<long double>;

std::vector<Complex> Input(int64_t n) {
  std::vector<Complex> data(n);
  for (int64_t i = 0; i < n; ++i) {
    data[i] = {std::sin(1.0L + 7 * i), std::cos(3.0L * i * i + 0.5L)};
  }
  return data;
}

// The transform by its definition, in long double.
std::vector<Complex> Naive(const std::vector<Complex>& in, bool forward) {
  const int64_t n = in.size();
  std::vector<Complex> out(n);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) {
      const long double angle =
          (forward ? -2 : 2) * std::numbers::pi_v<long double> * (j * k % n) / n;
      out[k] += in[j] * Complex(std::cos(angle), std::sin(angle));
    }
  }
  return out;
}

long double RelativeError(const std::vector<Complex>& got, const std::vector<Complex>& want) {
  long double difference = 0;
  long double norm = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    difference += std::norm(got[i] - want[i]);
    norm += std::norm(want[i]);
  }
  return std::sqrt(difference / norm);
}

TEST(ReferenceDftTest, AgreesWithTheDefinition) {
  for (int64_t n : {1, 2, 3, 4, 5, 8, 12, 16, 31, 36, 61, 67, 96, 97, 128, 134, 210, 503, 1024}) {
    for (bool forward : {true, false}) {
      std::vector<Complex> data = Input(n);
      const std::vector<Complex> want = Naive(data, forward);
      ReferenceTransform<long double>({n}, {forward ? AxisKind::kForward : AxisKind::kInverse},
                                      &data);
      EXPECT_LT(RelativeError(data, want), 2e-17L) << n << (forward ? " forward" : " inverse");
    }
  }
}

TEST(ReferenceDftTest, TransformsEveryAxis) {
  const std::vector<int64_t> lengths = {3, 5, 4};
  std::vector<Complex> data = Input(60);
  const std::vector<Complex> in = data;
  ReferenceTransform<long double>(lengths, std::vector(3, AxisKind::kForward), &data);
  for (int64_t k = 0; k < 60; ++k) {
    Complex want = 0;
    for (int64_t j = 0; j < 60; ++j) {
      const long double turns =
          (j / 20) * (k / 20) / 3.0L + (j / 4 % 5) * (k / 4 % 5) / 5.0L + (j % 4) * (k % 4) / 4.0L;
      const long double angle = -2 * std::numbers::pi_v<long double> * turns;
      want += in[j] * Complex(std::cos(angle), std::sin(angle));
    }
    EXPECT_LT(std::abs(data[k] - want), 1e-16L) << k;
  }
}

TEST(ReferenceDftTest, ThereAndBackMultipliesByTheLength) {
  const int64_t n = 1 << 14;
  std::vector<std::complex<double>> data(n);
  for (int64_t i = 0; i < n; ++i) data[i] = {std::sin(i * 1.0), std::cos(i * 2.0)};
  const auto in = data;
  ReferenceTransform<double>({n}, {AxisKind::kForward}, &data);
  ReferenceTransform<double>({n}, {AxisKind::kInverse}, &data);
  for (int64_t i = 0; i < n; ++i) ASSERT_LT(std::abs(data[i] / (1.0 * n) - in[i]), 1e-14);
}

// Real-to-real transforms by the sums of AxisKind.
std::vector<long double> Sums(const std::vector<long double>& x, AxisKind kind) {
  const int64_t n = x.size();
  const long double pi = std::numbers::pi_v<long double>;
  std::vector<long double> y(n);
  for (int64_t k = 0; k < n; ++k) {
    const auto sum = [&](const auto& term) {
      long double total = 0;
      for (int64_t j = 0; j < n; ++j) total += x[j] * term(j);
      return total;
    };
    const bool mirrored = 2 * k > n;
    switch (kind) {
      case AxisKind::kForward:
      case AxisKind::kInverse:
        break;
      case AxisKind::kR2hc:
        y[k] = sum([&](int64_t j) {
          const long double angle = 2 * pi * j * (mirrored ? n - k : k) / n;
          return mirrored ? -std::sin(angle) : std::cos(angle);
        });
        break;
      case AxisKind::kHc2r:
        // Term j is the term of the element, or of the conjugate pair, to which number j belongs.
        y[k] = sum([&](int64_t j) -> long double {
          const long double angle = 2 * pi * (2 * j > n ? n - j : j) * k / n;
          if (j == 0 || 2 * j == n) return std::cos(angle);
          return 2 * j > n ? -2 * std::sin(angle) : 2 * std::cos(angle);
        });
        break;
      case AxisKind::kDht:
        y[k] = sum(
            [&](int64_t j) { return std::cos(2 * pi * j * k / n) + std::sin(2 * pi * j * k / n); });
        break;
      case AxisKind::kDct1:
        y[k] = sum([&](int64_t j) {
          return (j == 0 || j == n - 1 ? 1 : 2) * std::cos(pi * j * k / (n - 1));
        });
        break;
      case AxisKind::kDct2:
        y[k] = sum([&](int64_t j) { return 2 * std::cos(pi * (j + 0.5L) * k / n); });
        break;
      case AxisKind::kDct3:
        y[k] = sum([&](int64_t j) { return (j == 0 ? 1 : 2) * std::cos(pi * j * (k + 0.5L) / n); });
        break;
      case AxisKind::kDct4:
        y[k] = sum([&](int64_t j) { return 2 * std::cos(pi * (j + 0.5L) * (k + 0.5L) / n); });
        break;
      case AxisKind::kDst1:
        y[k] = sum([&](int64_t j) { return 2 * std::sin(pi * (j + 1) * (k + 1) / (n + 1)); });
        break;
      case AxisKind::kDst2:
        y[k] = sum([&](int64_t j) { return 2 * std::sin(pi * (j + 0.5L) * (k + 1) / n); });
        break;
      case AxisKind::kDst3:
        y[k] = sum([&](int64_t j) {
          return (j == n - 1 ? 1 : 2) * std::sin(pi * (j + 1) * (k + 0.5L) / n);
        });
        break;
      case AxisKind::kDst4:
        y[k] = sum([&](int64_t j) { return 2 * std::sin(pi * (j + 0.5L) * (k + 0.5L) / n); });
        break;
    }
  }
  return y;
}

TEST(ReferenceDftTest, RealToRealKindsAgreeWithTheirSums) {
  for (const AxisKind kind : kAxisKinds) {
    if (IsFourier(kind)) continue;
    for (int64_t n : {1, 2, 3, 4, 7, 12, 15, 67}) {
      if (kind == AxisKind::kDct1 && n == 1) continue;
      std::vector<Complex> data = Input(n);
      std::vector<long double> x;
      for (const Complex& value : data) x.push_back(value.real());
      std::vector<Complex> want;
      for (const long double value : Sums(x, kind)) want.emplace_back(value);
      ReferenceTransform<long double>({n}, {kind}, &data);
      EXPECT_LT(RelativeError(data, want), 1e-16L) << ToString(kind) << " " << n;
    }
  }
}

TEST(ReferenceDftTest, KindsMix) {
  // The rows are transformed by DCT-II, the columns by DST-III.
  std::vector<Complex> data = Input(12);
  std::vector<std::vector<long double>> rows(3);
  for (int64_t i = 0; i < 12; ++i) rows[i / 4].push_back(data[i].real());
  for (auto& row : rows) row = Sums(row, AxisKind::kDct2);
  std::vector<Complex> want(12);
  for (int64_t k = 0; k < 4; ++k) {
    const auto column = Sums({rows[0][k], rows[1][k], rows[2][k]}, AxisKind::kDst3);
    for (int64_t i = 0; i < 3; ++i) want[4 * i + k] = column[i];
  }
  ReferenceTransform<long double>({3, 4}, {AxisKind::kDst3, AxisKind::kDct2}, &data);
  EXPECT_LT(RelativeError(data, want), 1e-16L);
}

}  // namespace
}  // namespace fft::inspector
