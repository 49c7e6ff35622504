// Rows that are convolved in one kernel. They are rows of a chain (fft/core/chain.h), parts of
// longer rows of a chain, or parts of a longer convolution with a chirp.
#include "fft/plan/schemes/table.h"

namespace fft {
// One kernel: rows of Q points, the j-th of P that make up a convolution of M = P Q:
//
//   [ y y y y ]  DFT  ->  [ Y Y Y Y ]  * B[j + P k]  ->  [ W W W W ]  DFT^-1  * w^(j c)  ->
//
// with w = exp(+-2 pi i / M), output c (fft/plan/schemes/chain_columns.cc). In a chain B is the
// caller's spectrum. In a convolution with a chirp B is a table, and W is conjugated, so that the
// way back is the same transform as the way forth, and w has the sign of this transform
// (fft/plan/schemes/bluestein_columns.cc). Where P is 1 there is no w, and rows may be reals.

const Scheme kFilterScheme = {
    .kind = SchemeKind::kFilter,
    .summary = "one kernel transforms rows, multiplies by a filter and transforms back",
    .axes = 1,
    .applicable = TakesLeaf<LeafOf<SchemeKind::kFilter>>,
    .expand = ExpandLeaf<LeafOf<SchemeKind::kFilter>>,
    .plans = PlansChains,
    .ranges = RangeUse::kTakes,
};

}  // namespace fft
