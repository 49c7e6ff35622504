// Integer mathematics with overflow made visible.
#ifndef FFT_BASE_INT_MATH_H_
#define FFT_BASE_INT_MATH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace fft {

// ceil(a / b) for a >= 0, b > 0.
constexpr int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// The smallest multiple of b that is >= a, for a >= 0, b > 0.
constexpr int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

constexpr bool IsPowerOfTwo(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

// floor(log2(n)) for n >= 1.
constexpr int FloorLog2(int64_t n) {
  int log = 0;
  while (n >>= 1) ++log;
  return log;
}

constexpr int CeilLog2(int64_t n) { return FloorLog2(n) + (IsPowerOfTwo(n) ? 0 : 1); }

// a * b and a + b, or nullopt when the result leaves 64 bits.
std::optional<int64_t> CheckedMul(int64_t a, int64_t b);
std::optional<int64_t> CheckedAdd(int64_t a, int64_t b);

// a * b and a + b for a, b >= 0; the largest number of 64 bits if the result is larger. Both
// functions are for amounts that are compared with limits.
int64_t SaturatingMul(int64_t a, int64_t b);
int64_t SaturatingAdd(int64_t a, int64_t b);

// |n|, the length of a step in either direction; the largest number of 64 bits if |n| is larger.
constexpr int64_t Magnitude(int64_t n) {
  if (n >= 0) return n;
  return n == std::numeric_limits<int64_t>::min() ? std::numeric_limits<int64_t>::max() : -n;
}

// a^exponent modulo m, for a >= 0, exponent >= 0, m >= 1.
int64_t PowerModulo(int64_t a, int64_t exponent, int64_t m);

// Whether n >= 0 is a prime: exact for every n (Miller and Rabin with the first twelve primes as
// bases).
bool IsPrime(int64_t n);

// The prime factors of n >= 1 in ascending order, with repetition; empty for 1. Takes about n^(1/4)
// steps (J. Pollard, "A Monte Carlo method for factorization", 1975): under 10 ms for any n.
std::vector<int64_t> PrimeFactors(int64_t n);
// The largest prime factor of n; 1 for 1.
int64_t LargestPrimeFactor(int64_t n);

// All divisors of n >= 1 in ascending order.
std::vector<int64_t> Divisors(int64_t n);
// Divisors of n other than 1 and n, at most `most` of them, in ascending order of `distance`. Where
// two distances are equal, the smaller divisor comes first.
std::vector<int64_t> NearestDivisors(int64_t n, size_t most,
                                     const std::function<double(int64_t)>& distance);

}  // namespace fft

#endif  // FFT_BASE_INT_MATH_H_
