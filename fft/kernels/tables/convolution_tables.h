// The factors of Bluestein's and Rader's convolutions, in extended precision, for the forward sign;
// an inverse transform conjugates everything (fft/core/convolution.h has the maths).
#ifndef FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
#define FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_

#include <complex>
#include <cstdint>
#include <vector>

#include "fft/kernels/tables/unit_root.h"

namespace fft::codegen {

using ExtendedComplex = std::complex<long double>;

// exp(-pi i j^2 / n), j = 0 .. n-1. The index j^2 modulo 2n is exact.
std::vector<ExtendedComplex> Chirp(int64_t n);

// (1 / m) * the transform of length m >= 2n - 1 of the conjugate chirp, b[j] = b[m - j].
std::vector<ExtendedComplex> ChirpFilter(int64_t n, int64_t m);

// g^q and then g^-q modulo the prime p, q = 0 .. p-2: where convolution input q comes from, and
// where output q goes to.
std::vector<int32_t> GeneratorPermutation(int64_t p);

// (1 / (p - 1)) * the transform of length p - 1 of exp(-2 pi i g^-q / p).
std::vector<ExtendedComplex> RaderFilter(int64_t p);

// X[k] = sum_j x[j] exp(-2 pi i j k / n) by factors, in time n * (sum of the prime factors of n).
std::vector<ExtendedComplex> ExtendedTransform(const std::vector<ExtendedComplex>& x);

}  // namespace fft::codegen

#endif  // FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
