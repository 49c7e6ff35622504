#include "inspector/server/runs/reference_dft.h"

#include <cmath>
#include <numbers>

#include "fft/core/axis_kind.h"
#include "fft/core/problem.h"
#include "gtest/gtest.h"
#include "tests/support/naive_dft.h"

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

// Compares a real-to-real transform of packed data with its definition.
void ExpectTheDefinition(const std::vector<int64_t>& lengths, const std::vector<AxisKind>& kinds) {
  Problem problem;
  problem.type = TransformType::kRealToReal;
  problem.lengths = lengths;
  problem.kinds = kinds;
  SetDefaultFormats(&problem);
  int64_t points = 1;
  for (const int64_t length : lengths) points *= length;
  std::vector<Complex> data = Input(points);
  std::vector<long double> reals;
  for (const Complex& value : data) reals.push_back(value.real());
  std::vector<Complex> want;
  for (const long double value : fft::testing::NaiveDft(problem, reals)) want.emplace_back(value);
  ReferenceTransform<long double>(lengths, kinds, &data);
  EXPECT_LT(RelativeError(data, want), 1e-16L) << ToString(kinds.back()) << " " << points;
}

TEST(ReferenceDftTest, RealToRealKindsAgreeWithTheirSums) {
  for (const AxisKind kind : kAxisKinds) {
    if (IsFourier(kind)) continue;
    for (int64_t n : {1, 2, 3, 4, 7, 12, 15, 67}) {
      if (kind == AxisKind::kDct1 && n == 1) continue;
      ExpectTheDefinition({n}, {kind});
    }
  }
}

// Rows by DCT-II, columns by DST-III.
TEST(ReferenceDftTest, KindsMix) {
  ExpectTheDefinition({3, 4}, {AxisKind::kDst3, AxisKind::kDct2});
}

}  // namespace
}  // namespace fft::inspector
