// A transform of any length as a cyclic convolution in one kernel.
#include "fft/plan/schemes/convolution_leaf.h"
#include "fft/plan/schemes/table.h"

namespace fft {

// One kernel, all loops in its grid; c[j] = exp(-+pi i j^2 / n), M >= 2 n - 1:
//
//   in axis n           workgroup: M points                                      out axis n
//   [ x x x ]  * c  ->  [ y y y 0 0 0 0 ]  DFT  * B  DFT^-1  [ z z z - - - - ]  * c  ->  [ X X X ]
//
// since j k = (j^2 + k^2 - (k - j)^2) / 2. B is a table made with the plan: the transform of
// conj(c), which repeats with the period M. Real transforms convert as they load and store: 2 n
// reals are n pairs, or two transforms of n reals are the real and imaginary parts of one line. The
// index of a chirp, j^2 modulo 2 n, is exact. L. Bluestein, "A linear filtering approach to the
// computation of discrete Fourier transform", 1970.

const Scheme kBluesteinScheme = {
    .kind = SchemeKind::kBluestein,
    .summary = "one kernel convolves with a chirp: any length",
    .axes = 1,
    .applicable = TakesConvolution<SchemeKind::kBluestein>,
    .expand = ExpandConvolution<SchemeKind::kBluestein>,
    .plans = PlansTransforms,
    .is_needless = AfterStockham,
};

}  // namespace fft
