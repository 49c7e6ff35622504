// Rows that a longer convolution filters. Without large twiddles, and with filters that are the
// caller's, the leaf is a chain of rows (fft/exec/describe_chain.h).
#include "fft/plan/schemes/table.h"

namespace fft {
// One kernel: rows of Q points, the j-th of P that make up a convolution of M = P Q:
//
//   [ y y y y ]  DFT  ->  [ Y Y Y Y ]  * B[j + P k], conj  ->  [ W W W W ]  DFT  * w^(j c)  ->
//
// with w = exp(-+2 pi i / M), output c (fft/plan/schemes/bluestein_columns.cc).

const Scheme kFilterScheme = {
    .kind = SchemeKind::kFilter,
    .summary = "one kernel transforms rows, multiplies by a filter and transforms back",
    .axes = 1,
    .applicable = TakesLeaf<LeafOf<SchemeKind::kFilter>>,
    .expand = ExpandLeaf<LeafOf<SchemeKind::kFilter>>,
    .only_by_name = true,
};

}  // namespace fft
