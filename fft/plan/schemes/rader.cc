// A transform of prime length, or of a prime times a few radices, by cyclic convolutions in one
// kernel.
#include "fft/plan/schemes/convolution_leaf.h"
#include "fft/plan/schemes/table.h"

namespace fft {

// One kernel, all loops in its grid; p prime, g generates 1 .. p-1 by its powers, w = exp(-+2 pi
// i/p):
//
//   in axis p                   workgroup: p - 1 points                           out axis p
//   [ x x x x x ] -> x[g^0] x[g^1] .. DFT * B, + x[0] DFT^-1 X[g^0] X[g^-1] .. -> [ X X X X X ]
//
// X[k] = x[0] + sum_(j > 0) x[j] w^(j k) for k > 0, a cyclic convolution of length p - 1 in the
// exponents of g. B is a table made with the plan: the transform of w^(g^-q). Adding x[0] to
// element 0 of the product adds it to every output. X[0] is the sum of all elements: x[0] plus
// element 0 of the first transform.
//
// A length n = r p, where r is a radix or a product of two radices, begins with passes of these
// radices (decimation in frequency). They make r lines of p points, multiplied by twiddles, in LDS.
// Output m of line k is X[k + r m].
//
// Real-to-real kinds are refused. In place, other threads may have overwritten the element that
// their map gives to x[0] before it is read. Real transforms convert as they load and store: 2 n
// reals are n pairs, or two transforms of n reals are the real and imaginary parts of one line. C.
// Rader, "Discrete Fourier transforms when the number of data samples is prime", 1968.

const Scheme kRaderScheme = {
    .kind = SchemeKind::kRader,
    .summary = "one kernel convolves in the order of a generator: primes, and radices times one",
    .axes = 1,
    .applicable = TakesConvolution<SchemeKind::kRader>,
    .expand = ExpandConvolution<SchemeKind::kRader>,
    .plans = PlansFourier,
    .is_needless = AfterStockham,
};

}  // namespace fft
