// The factors of Bluestein's and Rader's convolutions, for the forward sign; an inverse transform
// conjugates everything (fft/core/convolution.h has the maths). Tables are computed in a higher
// precision than they are stored in, and rounded once.
#ifndef FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
#define FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace fft::kernels {

// What a table of complex Stored is computed in. Double loses none of the seven digits of single
// precision.
template <typename Stored>
using ComputedIn = std::conditional_t<std::is_same_v<Stored, float>, double, long double>;

// Writes `factor` times exp(-pi i j^2 / n), j = 0 .. n-1. Stored is float, double or long double.
template <typename Stored>
void WriteChirp(int64_t n, double factor, std::complex<Stored>* to);

// Writes (1 / m) * the transform of length m >= 2n - 1 of the conjugate chirp, b[j] = b[m - j].
// Element j + columns * k lies at j * m / columns + k. While a long table of single or double
// precision is computed, half of its memory is taken besides it, if 8 divides m and, unless it is
// 1, `columns`.
template <typename Stored>
void WriteChirpFilter(int64_t n, int64_t m, int64_t columns, std::complex<Stored>* to);

// g^q and then g^-q modulo the prime p, q = 0 .. p-2, and last the q with g^q = 1, 2, .. p-1. Input
// q of the convolution is point g^q of the transform's input, and output q is point g^-q of its
// output.
std::vector<int32_t> GeneratorPermutation(int64_t p);

// (1 / (p - 1)) * the transform of length p - 1 of exp(-2 pi i g^-q / p). Real is what the table is
// computed in.
template <typename Real>
std::vector<std::complex<Real>> RaderFilter(int64_t p);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_CONVOLUTION_TABLES_H_
