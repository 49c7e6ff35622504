// Transpose + real pre-step: the conversion reads its spectrum where the transpose would take it
// from.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kTransposeRealPre = {
    ShimKind::kTransposeRealPre,
    2,
    "a transpose without twiddles, then a conversion from Hermitian or real data",
    "reads what the transpose reads, out of place",
    "the conversion with the transposed input map",
    [](const LeafWindow& window) {
      return IsTranspose(window[0]->scheme) && window[1]->scheme == SchemeKind::kConvert;
    },
    [](const LeafWindow& window) { return ReadThrough(*window[0], *window[1]); }};

}  // namespace fft
