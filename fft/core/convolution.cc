#include "fft/core/convolution.h"

#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/base/status.h"

namespace fft {
namespace {

int64_t Generator(int64_t p) {
  const std::vector<int64_t> primes = PrimeFactors(p - 1);
  for (int64_t g = 2;; ++g) {
    const bool generates = std::all_of(primes.begin(), primes.end(), [g, p](int64_t q) {
      return PowerModulo(g, (p - 1) / q, p) != 1;
    });
    if (generates || p == 3) return g;
  }
}

}  // namespace

std::vector<int32_t> GeneratorPowers(int64_t p) {
  FFT_CHECK(p >= 3 && p <= kMaxConvolvedPoints);
  const int64_t g = Generator(p);
  std::vector<int32_t> powers;
  int64_t power = 1;
  for (int64_t q = 0; q + 1 < p; ++q) {
    powers.push_back(static_cast<int32_t>(power));
    power = power * g % p;
  }
  return powers;
}

}  // namespace fft
