// The Fourier transform by which tables are made. It has any length and runs on the CPU's threads.
#ifndef FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_
#define FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace fft::kernels {

// A transform of one length. Real is double for tables that are rounded to single precision, and
// long double for tables in double precision.
template <typename Real>
class TableTransformer {
 public:
  using Complex = std::complex<Real>;

  // Returns the transform of n >= 1 points.
  static std::unique_ptr<TableTransformer> Make(int64_t n);

  virtual ~TableTransformer() = default;
  // out[k] = sum_j x[j] exp(-2 pi i j k / n), in time n * (sum of the prime factors of n). `out`
  // holds as many points as `x`, and the two do not overlap. `x` is overwritten.
  virtual void Run(Complex* x, Complex* out) const = 0;
};

// Returns the transform of `x`. Takes memory for two arrays.
template <typename Real>
std::vector<std::complex<Real>> TableTransform(std::vector<std::complex<Real>> x);

extern template class TableTransformer<double>;
extern template class TableTransformer<long double>;
extern template std::vector<std::complex<double>> TableTransform(std::vector<std::complex<double>>);
extern template std::vector<std::complex<long double>> TableTransform(
    std::vector<std::complex<long double>>);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_
