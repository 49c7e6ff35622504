// The roots of unity of one order, looked up instead of computed: sines cost more than all else in
// long tables.
#ifndef FFT_KERNELS_TABLES_ROOT_TABLE_H_
#define FFT_KERNELS_TABLES_ROOT_TABLE_H_

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/kernels/tables/unit_root.h"

namespace fft::kernels {

// The product, without the checks for infinities that the operator makes.
template <typename Real>
std::complex<Real> Times(const std::complex<Real>& a, const std::complex<Real>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2 pi i k / n). Orders up to kWhole have a table of all roots, which are rounded once. A root
// of a larger order is the product of two roots, one from each of two tables, with k = high *
// 2^bits + low. Its error is at most three units of roundoff of Real.
template <typename Real>
class RootTable {
 public:
  static constexpr int64_t kWhole = 1 << 14;

  explicit RootTable(int64_t n)
      : bits_(static_cast<int>(n <= kWhole ? CeilLog2(n) : CeilDiv(CeilLog2(n), 2))) {
    const int64_t low = std::min(n, int64_t{1} << bits_);
    for (int64_t k = 0; k < low; ++k) low_.push_back(Root(k, n));
    for (int64_t k = 0; k < n; k += int64_t{1} << bits_) high_.push_back(Root(k, n));
  }

  // k in 0 .. n-1.
  std::complex<Real> operator()(int64_t k) const {
    const std::complex<Real>& low = low_[k & ((int64_t{1} << bits_) - 1)];
    return high_.size() == 1 ? low : Times(high_[k >> bits_], low);
  }

 private:
  static std::complex<Real> Root(int64_t k, int64_t n) {
    const std::complex<long double> root = UnitRoot(k, n);
    return {static_cast<Real>(root.real()), static_cast<Real>(root.imag())};
  }

  const int bits_;
  std::vector<std::complex<Real>> low_, high_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_ROOT_TABLE_H_
