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
// exponents of g. B is the transform of w^(g^-q), made with the plan. x[0], added to the product at
// 0, comes onto every output. X[0] is the sum of all elements; the first transform holds the sum
// without x[0] at 0.
//
// A length n = r p, with r a radix or a product of two, begins with passes of these radices
// (decimation in frequency). They make r lines of p points, rotated, which meet the rest in LDS.
// Output m of line k is X[k + r m].
//
// Real-to-real kinds are refused: in place, x[0] is read when others may have written to where
// their map has it. Real transforms convert as they load and store: n pairs of 2 n reals, or n
// reals, two transforms to a line. C. Rader, "Discrete Fourier transforms when the number of data
// samples is prime", 1968.

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
