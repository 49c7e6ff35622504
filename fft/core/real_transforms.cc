#include "fft/core/real_transforms.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "fft/base/status.h"

namespace fft {
namespace {

// Numbers as numerator / denominator of half a turn, so that angles are reduced in integers.
long double Cosine(int64_t numerator, int64_t denominator) {
  const int64_t reduced = numerator % (2 * denominator);
  return std::cos(std::numbers::pi_v<long double> * static_cast<long double>(reduced) /
                  static_cast<long double>(denominator));
}

long double Sine(int64_t numerator, int64_t denominator) {
  const int64_t reduced = numerator % (2 * denominator);
  return std::sin(std::numbers::pi_v<long double> * static_cast<long double>(reduced) /
                  static_cast<long double>(denominator));
}

// What x[j] counts in y[k], of n numbers.
long double Weight(AxisKind kind, int64_t j, int64_t k, int64_t n) {
  const long double sign = k % 2 == 0 ? 1 : -1;
  switch (kind) {
    case AxisKind::kForward:
    case AxisKind::kInverse:
      break;
    case AxisKind::kR2hc:
      return 2 * k <= n ? Cosine(2 * j * k, n) : -Sine(2 * j * (n - k), n);
    case AxisKind::kHc2r:
      if (j == 0) return 1;
      if (2 * j == n) return sign;
      return 2 * j < n ? 2 * Cosine(2 * j * k, n) : -2 * Sine(2 * (n - j) * k, n);
    case AxisKind::kDht:
      return Cosine(2 * j * k, n) + Sine(2 * j * k, n);
    case AxisKind::kDct1:
      if (j == 0) return 1;
      return j == n - 1 ? sign : 2 * Cosine(j * k, n - 1);
    case AxisKind::kDct2:
      return 2 * Cosine((2 * j + 1) * k, 2 * n);
    case AxisKind::kDct3:
      return j == 0 ? 1 : 2 * Cosine(j * (2 * k + 1), 2 * n);
    case AxisKind::kDct4:
      return 2 * Cosine((2 * j + 1) * (2 * k + 1), 4 * n);
    case AxisKind::kDst1:
      return 2 * Sine((j + 1) * (k + 1), n + 1);
    case AxisKind::kDst2:
      return 2 * Sine((2 * j + 1) * (k + 1), 2 * n);
    case AxisKind::kDst3:
      return j == n - 1 ? sign : 2 * Sine((j + 1) * (2 * k + 1), 2 * n);
    case AxisKind::kDst4:
      return 2 * Sine((2 * j + 1) * (2 * k + 1), 4 * n);
  }
  FFT_CHECK(false && "a Fourier axis holds no reals");
  return 0;
}

}  // namespace

std::vector<long double> RealTransform(AxisKind kind, const std::vector<long double>& x) {
  const auto n = static_cast<int64_t>(x.size());
  std::vector<long double> y(n, 0);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) y[k] += x[j] * Weight(kind, j, k, n);
  }
  return y;
}

}  // namespace fft
