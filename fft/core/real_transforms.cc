#include "fft/core/real_transforms.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "fft/base/status.h"

namespace fft {
namespace {

// The cosines and sines of all multiples of pi / `denominator`.
class Angles {
 public:
  explicit Angles(int64_t denominator) : cosines_(2 * denominator), sines_(2 * denominator) {
    for (int64_t i = 0; i < 2 * denominator; ++i) {
      const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(i) /
                                static_cast<long double>(denominator);
      cosines_[i] = std::cos(angle);
      sines_[i] = std::sin(angle);
    }
  }
  long double Cosine(int64_t numerator) const { return cosines_[numerator % std::ssize(cosines_)]; }
  long double Sine(int64_t numerator) const { return sines_[numerator % std::ssize(sines_)]; }

 private:
  std::vector<long double> cosines_, sines_;
};

// The denominator d for a kind over n numbers: all angles of the kind are multiples of pi / d.
int64_t DenominatorOf(AxisKind kind, int64_t n) {
  switch (kind) {
    case AxisKind::kForward:
    case AxisKind::kInverse:
    case AxisKind::kR2hc:
    case AxisKind::kHc2r:
    case AxisKind::kDht:
      return n;
    case AxisKind::kDct1:
      return n - 1;
    case AxisKind::kDst1:
      return n + 1;
    case AxisKind::kDct2:
    case AxisKind::kDct3:
    case AxisKind::kDst2:
    case AxisKind::kDst3:
      return 2 * n;
    case AxisKind::kDct4:
    case AxisKind::kDst4:
      return 4 * n;
  }
  return n;
}

// The factor of x[j] in y[k], for n numbers.
long double Weight(AxisKind kind, const Angles& angles, int64_t j, int64_t k, int64_t n) {
  const long double sign = k % 2 == 0 ? 1 : -1;
  switch (kind) {
    case AxisKind::kForward:
    case AxisKind::kInverse:
      break;
    case AxisKind::kR2hc:
      return 2 * k <= n ? angles.Cosine(2 * j * k) : -angles.Sine(2 * j * (n - k));
    case AxisKind::kHc2r:
      if (j == 0) return 1;
      if (2 * j == n) return sign;
      return 2 * j < n ? 2 * angles.Cosine(2 * j * k) : -2 * angles.Sine(2 * (n - j) * k);
    case AxisKind::kDht:
      return angles.Cosine(2 * j * k) + angles.Sine(2 * j * k);
    case AxisKind::kDct1:
      if (j == 0) return 1;
      return j == n - 1 ? sign : 2 * angles.Cosine(j * k);
    case AxisKind::kDct2:
      return 2 * angles.Cosine((2 * j + 1) * k);
    case AxisKind::kDct3:
      return j == 0 ? 1 : 2 * angles.Cosine(j * (2 * k + 1));
    case AxisKind::kDct4:
      return 2 * angles.Cosine((2 * j + 1) * (2 * k + 1));
    case AxisKind::kDst1:
      return 2 * angles.Sine((j + 1) * (k + 1));
    case AxisKind::kDst2:
      return 2 * angles.Sine((2 * j + 1) * (k + 1));
    case AxisKind::kDst3:
      return j == n - 1 ? sign : 2 * angles.Sine((j + 1) * (2 * k + 1));
    case AxisKind::kDst4:
      return 2 * angles.Sine((2 * j + 1) * (2 * k + 1));
  }
  FFT_CHECK(false && "a Fourier axis holds no reals");
  return 0;
}

}  // namespace

std::vector<long double> RealTransform(AxisKind kind, const std::vector<long double>& x) {
  const auto n = static_cast<int64_t>(x.size());
  const Angles angles(DenominatorOf(kind, n));
  std::vector<long double> y(n, 0);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) y[k] += x[j] * Weight(kind, angles, j, k, n);
  }
  return y;
}

}  // namespace fft
