// Real post-step + transpose: the conversion writes its spectrum where the transpose would move it.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kRealPostTranspose = {
    ShimKind::kRealPostTranspose,
    2,
    "a conversion to Hermitian or real data, then a transpose without twiddles",
    "writes what the transpose writes, out of place",
    "the conversion with the transposed output map",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kConvert && IsTranspose(window[1]->scheme);
    },
    [](const LeafWindow& window) { return WriteThrough(*window[0], *window[1]); }};

}  // namespace fft
