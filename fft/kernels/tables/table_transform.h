// The Fourier transform by which tables are made. It has any length and runs on the CPU's threads.
#ifndef FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_
#define FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_

#include <complex>
#include <vector>

namespace fft::kernels {

// X[k] = sum_j x[j] exp(-2 pi i j k / n), in time n * (sum of the prime factors of n) and memory
// for two arrays. Real is double for tables that are rounded to single precision, and long double
// for tables in double precision.
template <typename Real>
std::vector<std::complex<Real>> TableTransform(std::vector<std::complex<Real>> x);

extern template std::vector<std::complex<double>> TableTransform(std::vector<std::complex<double>>);
extern template std::vector<std::complex<long double>> TableTransform(
    std::vector<std::complex<long double>>);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_TABLE_TRANSFORM_H_
