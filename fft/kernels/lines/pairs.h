// Arithmetic between the spectrum X of 2n reals and the spectrum Z of their n pairs x[2j] + i
// x[2j+1], with W = exp(-2 pi i k / 2n) (Sorensen, Jones, Heideman, Burrus, "Real-valued fast
// Fourier transform algorithms", 1987):
//
//   X[k] = E + W O,  X[n-k] = conj(E - W O),
//   E = (Z[k] + conj(Z[n-k])) / 2,  O = (Z[k] - conj(Z[n-k])) / 2i
//   Z[k] = S + i R,  Z[n-k] = conj(S - i R),                                (times 2)
//   S = X[k] + conj(X[n-k]),  R = conj(W) (X[k] - conj(X[n-k]))
//
// In planes the other axis is mirrored too: Z[l][k] meets Z[-l][n-k].
#ifndef FFT_KERNELS_LINES_PAIRS_H_
#define FFT_KERNELS_LINES_PAIRS_H_

#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/lines/pass.h"

namespace fft::kernels {

// E and O of points k and n - k.
Values TakeApart(Builder& b, const Values& pair);

// X[k] and X[n-k] from `pair`, Z[k] and Z[n-k].
Values SpectrumOfPair(Builder& b, const Values& pair, const ComplexEx& w);

// Z[k] and Z[n-k], times 2, from X[k] and X[n-k].
Values PairOfSpectrum(Builder& b, const Values& spectrum, const ComplexEx& w);

// The k-th rotation W of a kPairs table, conjugated where the spectrum has the other sign.
ComplexEx PairRotation(Builder& b, const KernelSpec& spec, Ex table, Ex k);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_PAIRS_H_
