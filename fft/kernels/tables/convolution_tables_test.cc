#include "fft/kernels/tables/convolution_tables.h"

#include "fft/kernels/tables/table_transform.h"
#include "fft/kernels/tables/unit_root.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

std::vector<ExtendedComplex> Definition(const std::vector<ExtendedComplex>& x) {
  const int64_t n = std::ssize(x);
  std::vector<ExtendedComplex> out(n);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) out[k] += x[j] * UnitRoot(j * k, n);
  }
  return out;
}

std::vector<ExtendedComplex> Signal(int64_t n) {
  std::vector<ExtendedComplex> x;
  for (int64_t j = 0; j < n; ++j) x.emplace_back((j * 7 % 11) * 0.1L, (j * 5 % 13) * -0.1L);
  return x;
}

std::vector<ExtendedComplex> Chirp(int64_t n) {
  std::vector<ExtendedComplex> chirp(n);
  WriteChirp(n, 1, chirp.data());
  return chirp;
}

TEST(Chirp, SquaresAreExactForLongTransforms) {
  const int64_t n = 100003;
  const std::vector<ExtendedComplex> chirp = Chirp(n);
  ASSERT_EQ(std::ssize(chirp), n);
  // For odd n, (n - 1)^2 is n + 1 and (n - 2)^2 is n + 4 modulo 2n.
  EXPECT_LT(std::abs(chirp[n - 1] - UnitRoot(n + 1, 2 * n)), 3e-19L);
  EXPECT_LT(std::abs(chirp[n - 2] - UnitRoot(n + 4, 2 * n)), 3e-19L);
}

// The transform as a convolution, carried out with the tables.
TEST(ChirpFilter, MakesTheTransform) {
  for (int64_t n : {2, 5, 37, 50}) {
    for (int64_t m : {2 * n - 1, 2 * n + 13}) {
      const std::vector<ExtendedComplex> x = Signal(n), chirp = Chirp(n);
      std::vector<ExtendedComplex> padded(m);
      for (int64_t j = 0; j < n; ++j) padded[j] = x[j] * chirp[j];
      std::vector<ExtendedComplex> product = TableTransform(padded);
      std::vector<ExtendedComplex> filter(m);
      WriteChirpFilter(n, m, 1, filter.data());
      // The transform back is conj(F(conj(y))).
      for (int64_t k = 0; k < m; ++k) product[k] = std::conj(product[k] * filter[k]);
      const std::vector<ExtendedComplex> back = TableTransform(product), expected = Definition(x);
      for (int64_t k = 0; k < n; ++k) {
        EXPECT_LT(std::abs(std::conj(back[k]) * chirp[k] - expected[k]), 1e-16L) << n << " " << m;
      }
    }
  }
}

TEST(RaderFilter, MakesTheTransform) {
  for (int64_t p : {5, 7, 37, 101}) {
    const std::vector<ExtendedComplex> x = Signal(p), expected = Definition(x);
    const std::vector<int32_t> permutation = GeneratorPermutation(p);
    std::vector<ExtendedComplex> moved(p - 1);
    for (int64_t q = 0; q + 1 < p; ++q) moved[q] = x[permutation[q]] - x[0];
    std::vector<ExtendedComplex> product = TableTransform(moved);
    EXPECT_LT(std::abs(product[0] + static_cast<long double>(p) * x[0] - expected[0]), 1e-16L);
    const std::vector<ExtendedComplex> filter = RaderFilter<long double>(p);
    for (int64_t k = 0; k + 1 < p; ++k) product[k] = std::conj(product[k] * filter[k]);
    const std::vector<ExtendedComplex> back = TableTransform(product);
    for (int64_t q = 0; q + 1 < p; ++q) {
      EXPECT_LT(std::abs(std::conj(back[q]) - expected[permutation[p - 1 + q]]), 1e-16L) << p;
    }
  }
}

}  // namespace
}  // namespace fft::kernels
