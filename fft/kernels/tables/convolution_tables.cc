#include "fft/kernels/tables/convolution_tables.h"

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/convolution.h"

namespace fft::codegen {
namespace {

// The product, without the checks for infinities that the operator makes.
ExtendedComplex Times(const ExtendedComplex& a, const ExtendedComplex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// A transform by decimation in time, over the prime factors of the length.
class Decimation {
 public:
  explicit Decimation(const std::vector<ExtendedComplex>& x)
      : x_(x), factors_(PrimeFactors(std::ssize(x))) {
    for (int64_t k = 0; k < std::ssize(x); ++k) roots_.push_back(UnitRoot(k, std::ssize(x)));
  }

  // The transform of x[first], x[first + step], .. of n = (length / step) points; `step` is the
  // product of the first `level` factors.
  void Run(size_t level, int64_t first, int64_t step, ExtendedComplex* out) const {
    if (level == factors_.size()) {
      *out = x_[first];
      return;
    }
    const int64_t radix = factors_[level];
    const int64_t m = std::ssize(x_) / step / radix;
    for (int64_t j = 0; j < radix; ++j) Run(level + 1, first + j * step, step * radix, out + j * m);
    if (radix == 2) {
      Combine2(step, m, out);
    } else {
      Combine(radix, step, m, out);
    }
  }

 private:
  void Combine2(int64_t step, int64_t m, ExtendedComplex* out) const {
    for (int64_t k = 0; k < m; ++k) {
      const ExtendedComplex a = out[k], b = Times(out[m + k], roots_[k * step]);
      out[k] = a + b;
      out[m + k] = a - b;
    }
  }

  void Combine(int64_t radix, int64_t step, int64_t m, ExtendedComplex* out) const {
    std::vector<ExtendedComplex> column(radix);
    for (int64_t k = 0; k < m; ++k) {
      for (int64_t j = 0; j < radix; ++j) column[j] = Times(out[j * m + k], Root(j * k * step));
      for (int64_t l = 0; l < radix; ++l) {
        ExtendedComplex sum = column[0];
        for (int64_t j = 1; j < radix; ++j) sum += Times(column[j], Root(j * l * m * step));
        out[k + l * m] = sum;
      }
    }
  }

  // exp(-2 pi i k / N), N the whole length.
  const ExtendedComplex& Root(int64_t k) const { return roots_[k % std::ssize(roots_)]; }

  const std::vector<ExtendedComplex>& x_;
  const std::vector<int64_t> factors_;
  std::vector<ExtendedComplex> roots_;
};

std::vector<ExtendedComplex> ScaledTransform(const std::vector<ExtendedComplex>& x) {
  std::vector<ExtendedComplex> values = ExtendedTransform(x);
  for (ExtendedComplex& value : values) value /= static_cast<long double>(x.size());
  return values;
}

}  // namespace

std::vector<ExtendedComplex> Chirp(int64_t n) {
  std::vector<ExtendedComplex> chirp;
  for (int64_t j = 0; j < n; ++j) {
    const int64_t square = static_cast<int64_t>(static_cast<__int128>(j) * j % (2 * n));
    chirp.push_back(UnitRoot(square, 2 * n));
  }
  return chirp;
}

std::vector<ExtendedComplex> ChirpFilter(int64_t n, int64_t m) {
  FFT_CHECK(m >= 2 * n - 1);
  const std::vector<ExtendedComplex> chirp = Chirp(n);
  std::vector<ExtendedComplex> periodic(m);
  for (int64_t j = 0; j < n; ++j) {
    periodic[j] = std::conj(chirp[j]);
    if (j > 0) periodic[m - j] = periodic[j];
  }
  return ScaledTransform(periodic);
}

std::vector<int32_t> GeneratorPermutation(int64_t p) {
  std::vector<int32_t> permutation = GeneratorPowers(p);
  permutation.push_back(1);
  for (int64_t q = p - 2; q > 0; --q) permutation.push_back(permutation[q]);
  permutation.resize(3 * (p - 1));
  for (int64_t q = 0; q + 1 < p; ++q) {
    permutation[2 * (p - 1) + permutation[q] - 1] = static_cast<int32_t>(q);
  }
  return permutation;
}

std::vector<ExtendedComplex> RaderFilter(int64_t p) {
  const std::vector<int32_t> permutation = GeneratorPermutation(p);
  std::vector<ExtendedComplex> roots;
  for (int64_t q = 0; q + 1 < p; ++q) roots.push_back(UnitRoot(permutation[p - 1 + q], p));
  return ScaledTransform(roots);
}

std::vector<ExtendedComplex> ExtendedTransform(const std::vector<ExtendedComplex>& x) {
  std::vector<ExtendedComplex> out(x.size());
  if (!x.empty()) Decimation(x).Run(0, 0, 1, out.data());
  return out;
}

}  // namespace fft::codegen
