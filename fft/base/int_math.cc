#include "fft/base/int_math.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

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

int64_t SaturatingMul(int64_t a, int64_t b) {
  return CheckedMul(a, b).value_or(std::numeric_limits<int64_t>::max());
}

int64_t SaturatingAdd(int64_t a, int64_t b) {
  return CheckedAdd(a, b).value_or(std::numeric_limits<int64_t>::max());
}

int64_t PowerModulo(int64_t a, int64_t exponent, int64_t m) {
  unsigned __int128 result = 1 % m, square = a % m;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent % 2 == 1) result = result * square % m;
    square = square * square % m;
  }
  return static_cast<int64_t>(result);
}

bool IsPrime(int64_t n) {
  constexpr int64_t kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (int64_t base : kBases) {
    if (n % base == 0) return n == base;
  }
  if (n < 2) return false;
  int twos = 0;
  while (((n - 1) >> twos) % 2 == 0) ++twos;
  return std::all_of(std::begin(kBases), std::end(kBases), [n, twos](int64_t base) {
    unsigned __int128 power = PowerModulo(base, (n - 1) >> twos, n);
    if (power == 1) return true;
    for (int i = 0; i < twos; ++i) {
      if (power == static_cast<unsigned __int128>(n - 1)) return true;
      power = power * power % n;
    }
    return false;
  });
}

namespace {

// Primes up to this are divided out one by one.
constexpr int64_t kTrialLimit = 1000;

// A divisor of a composite n without small factors, by the cycle of x -> x^2 + c. Many differences
// are multiplied, and one greatest common divisor is taken of their product.
int64_t FindDivisor(int64_t n) {
  constexpr int kBatch = 64;
  for (uint64_t c = 1;; ++c) {
    const auto next = [n, c](uint64_t x) {
      return static_cast<uint64_t>((static_cast<unsigned __int128>(x) * x + c) % n);
    };
    uint64_t slow = 2, fast = 2, slow_start = slow, fast_start = fast;
    int64_t divisor = 1;
    while (divisor == 1) {
      unsigned __int128 product = 1;
      slow_start = slow;
      fast_start = fast;
      for (int i = 0; i < kBatch; ++i) {
        slow = next(slow);
        fast = next(next(fast));
        product = product * (slow > fast ? slow - fast : fast - slow) % n;
      }
      divisor = std::gcd(static_cast<int64_t>(product), n);
    }
    if (divisor < n) return divisor;
    // The product held all factors of n at once, so its differences are looked at one by one.
    do {
      slow_start = next(slow_start);
      fast_start = next(next(fast_start));
      const uint64_t difference =
          slow_start > fast_start ? slow_start - fast_start : fast_start - slow_start;
      divisor = std::gcd(static_cast<int64_t>(difference), n);
    } while (divisor == 1);
    if (divisor < n) return divisor;
  }
}

void SplitIntoPrimes(int64_t n, std::vector<int64_t>* primes) {
  if (n == 1) return;
  if (IsPrime(n)) {
    primes->push_back(n);
    return;
  }
  const int64_t divisor = FindDivisor(n);
  SplitIntoPrimes(divisor, primes);
  SplitIntoPrimes(n / divisor, primes);
}

// Calls `take` for every prime factor, the smallest first.
template <typename Take>
void ForEachPrimeFactor(int64_t n, Take take) {
  for (int64_t p = 2; p <= kTrialLimit && p <= n / p; p += (p == 2 ? 1 : 2)) {
    for (; n % p == 0; n /= p) take(p);
  }
  if (n > 1 && n / kTrialLimit < kTrialLimit) return take(n);
  std::vector<int64_t> primes;
  SplitIntoPrimes(n, &primes);
  std::sort(primes.begin(), primes.end());
  for (int64_t prime : primes) take(prime);
}

}  // namespace

std::vector<int64_t> PrimeFactors(int64_t n) {
  std::vector<int64_t> factors;
  ForEachPrimeFactor(n, [&factors](int64_t prime) { factors.push_back(prime); });
  return factors;
}

int64_t LargestPrimeFactor(int64_t n) {
  int64_t largest = 1;
  ForEachPrimeFactor(n, [&largest](int64_t prime) { largest = prime; });
  return largest;
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

std::vector<int64_t> NearestDivisors(int64_t n, size_t most,
                                     const std::function<double(int64_t)>& distance) {
  std::vector<int64_t> divisors = Divisors(n);
  std::erase_if(divisors, [n](int64_t d) { return d == 1 || d == n; });
  std::stable_sort(divisors.begin(), divisors.end(),
                   [&](int64_t a, int64_t b) { return distance(a) < distance(b); });
  if (divisors.size() > most) divisors.resize(most);
  return divisors;
}

}  // namespace fft
