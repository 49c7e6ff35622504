#include "fft/base/int_math.h"

#include <algorithm>

namespace fft {

std::optional<int64_t> CheckedMul(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

std::vector<int64_t> PrimeFactors(int64_t n) {
  std::vector<int64_t> factors;
  for (int64_t p = 2; p <= n / p; p += (p == 2 ? 1 : 2)) {
    while (n % p == 0) {
      factors.push_back(p);
      n /= p;
    }
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

std::vector<int64_t> Divisors(int64_t n) {
  std::vector<int64_t> divisors = {1};
  std::vector<int64_t> primes = PrimeFactors(n);
  for (size_t i = 0; i < primes.size();) {
    size_t end = i;
    while (end < primes.size() && primes[end] == primes[i]) ++end;
    const size_t known = divisors.size();
    int64_t power = 1;
    for (; i < end; ++i) {
      power *= primes[i];
      for (size_t d = 0; d < known; ++d) divisors.push_back(divisors[d] * power);
    }
  }
  std::sort(divisors.begin(), divisors.end());
  return divisors;
}

}  // namespace fft
