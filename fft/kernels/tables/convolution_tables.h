// The factors of Bluestein's and Rader's convolutions, for the forward sign; an inverse transform
// conjugates everything (fft/core/convolution.h has the maths). Tables are computed in Real: double
// for tables that are rounded to single precision, long double for tables in double precision.
#ifndef FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
#define FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_

#include <complex>
#include <cstdint>
#include <vector>

#include "fft/kernels/tables/unit_root.h"

namespace fft::kernels {

// exp(-pi i j^2 / n), j = 0 .. n-1. The index j^2 modulo 2n is exact.
template <typename Real = long double>
std::vector<std::complex<Real>> Chirp(int64_t n);

// (1 / m) * the transform of length m >= 2n - 1 of the conjugate chirp, b[j] = b[m - j].
template <typename Real = long double>
std::vector<std::complex<Real>> ChirpFilter(int64_t n, int64_t m);

// g^q and then g^-q modulo the prime p, q = 0 .. p-2, and last the q with g^q = 1, 2, .. p-1. Input
// q of the convolution is point g^q of the transform's input, and output q is point g^-q of its
// output.
std::vector<int32_t> GeneratorPermutation(int64_t p);

// (1 / (p - 1)) * the transform of length p - 1 of exp(-2 pi i g^-q / p).
template <typename Real = long double>
std::vector<std::complex<Real>> RaderFilter(int64_t p);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
