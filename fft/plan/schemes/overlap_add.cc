// The addition of frames that overlap, which ends an inverse short-time transform.
#include "fft/plan/schemes/table.h"

namespace fft {

// One kernel: frames of F samples begin H samples apart in the signal, and lie one after the other
// in the edge that is read. Each sample is the sum over the frames that reach it, from the first to
// the last one, so that equal input gives equal bits:
//
//   [ x0 x0 x0 ][ x1 x1 x1 ][ x2 x2 x2 ]  * w  ->  x0 x0 x0
//                                                   + x1 x1 x1
//                                                   +    + x2 x2 x2
//                                                  [ y  y  y  y  y ]  / sum of w^2  ->
const Scheme kOverlapAddScheme = {
    .kind = SchemeKind::kOverlapAdd,
    .summary = "one kernel adds frames that overlap, times a window",
    .axes = 1,
    .applicable = TakesLeaf<LeafOf<SchemeKind::kOverlapAdd>>,
    .expand = ExpandLeaf<LeafOf<SchemeKind::kOverlapAdd>>,
    .plans = PlansOverlapAdd,
    .ranges = RangeUse::kTakes,
};

}  // namespace fft
