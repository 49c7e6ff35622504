#include "fft/kernels/tables/table_transform.h"

#include <cmath>
#include <limits>
#include <random>

#include "fft/kernels/tables/root_table.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

template <typename Real>
std::vector<std::complex<Real>> Signal(int64_t n) {
  std::mt19937_64 random(n);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::complex<Real>> x;
  for (int64_t j = 0; j < n; ++j) x.emplace_back(uniform(random), uniform(random));
  return x;
}

// X[k] by the definition. The sum is exact to more digits than its terms.
template <typename Real>
std::complex<long double> Bin(const std::vector<std::complex<Real>>& x, int64_t k) {
  const int64_t n = std::ssize(x);
  __float128 re = 0, im = 0;
  for (int64_t j = 0; j < n; ++j) {
    const std::complex<long double> term =
        Times(std::complex<long double>(x[j].real(), x[j].imag()), UnitRoot(j * k, n));
    re += term.real();
    im += term.imag();
  }
  return {static_cast<long double>(re), static_cast<long double>(im)};
}

// Expects that `bins` elements of the spectrum are wrong by at most 40 epsilons times the root mean
// square.
template <typename Real>
void ExpectTransforms(int64_t n, int64_t bins) {
  SCOPED_TRACE(n);
  const std::vector<std::complex<Real>> x = Signal<Real>(n);
  const std::vector<std::complex<Real>> got = TableTransform(x);
  ASSERT_EQ(got.size(), x.size());
  const long double norm = std::sqrt(2.0L * n / 3);
  for (int64_t i = 0; i < bins; ++i) {
    const int64_t k = bins == n ? i : (i * 7919 + n - 1) % n;
    const std::complex<long double> value(got[k].real(), got[k].imag());
    EXPECT_LT(std::abs(value - Bin(x, k)), 40 * norm * std::numeric_limits<Real>::epsilon()) << k;
  }
}

TEST(TableTransform, IsTheDefinition) {
  for (int64_t n : {1, 2, 3, 12, 31, 64, 75, 98, 210, 405}) {
    ExpectTransforms<double>(n, n);
    ExpectTransforms<long double>(n, n);
  }
}

// Lengths that take the four-step way: powers of two, odd factors, few columns.
TEST(TableTransform, IsTheDefinitionForLongLengths) {
  for (int64_t n : {1 << 15, 3 * 5 * 7 * 11 * 17, 5 * 4099, 1 << 18}) {
    ExpectTransforms<double>(n, 5);
    ExpectTransforms<long double>(n, 5);
  }
}

TEST(TableTransform, OfNothingIsNothing) {
  EXPECT_TRUE(TableTransform(std::vector<std::complex<double>>()).empty());
}

TEST(RootTable, HasAllRoots) {
  for (int64_t n : {1, 2, 7, 1 << 14, (1 << 14) + 1, 100003, 1 << 26}) {
    SCOPED_TRACE(n);
    const RootTable<double> root(n);
    const RootTable<long double> extended(n);
    for (int64_t i = 0; i < 1000; ++i) {
      const int64_t k = i < 8 ? i * (n - 1) / 7 : i * 104729 % n;
      const std::complex<long double> exact = UnitRoot(k, n);
      const std::complex<double> value = root(k);
      EXPECT_LT(std::abs(std::complex<long double>(value.real(), value.imag()) - exact), 4e-16L);
      EXPECT_LT(std::abs(extended(k) - exact), 2e-19L);
    }
  }
}

}  // namespace
}  // namespace fft::kernels
