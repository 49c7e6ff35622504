#include "fft/codegen/dag/root_of_unity.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace fft::codegen {
namespace {

// exp(2 pi i k / n) for 0 <= k / n <= 1/8.
std::complex<long double> FirstOctant(int64_t k, int64_t n) {
  if (8 * k == n) return {std::sqrt(0.5L), std::sqrt(0.5L)};
  const long double angle = 2 * std::numbers::pi_v<long double> * k / n;
  return {std::cos(angle), 12 * k == n ? 0.5L : std::sin(angle)};
}

}  // namespace

std::complex<long double> RootOfUnity(int64_t k, int64_t n) {
  k = ((k % n) + n) % n;
  const int64_t divisor = std::gcd(k, n);
  k /= divisor;
  n /= divisor;
  if (2 * k > n) return std::conj(RootOfUnity(n - k, n));  // lower half plane
  if (4 * k > n) {                                         // second quadrant
    const std::complex<long double> mirror = RootOfUnity(n - 2 * k, 2 * n);
    return {-mirror.real(), mirror.imag()};
  }
  if (8 * k > n) {  // second octant
    const std::complex<long double> mirror = FirstOctant(n - 4 * k, 4 * n);
    return {mirror.imag(), mirror.real()};
  }
  return FirstOctant(k, n);
}

}  // namespace fft::codegen
