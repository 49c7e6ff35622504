// Stockham + chirp: the last kernel of a convolution's second transform writes what the chirp makes
// of a row's points, and nothing beyond them.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kStockhamChirp = {
    ShimKind::kStockhamChirp,
    2,
    "a Stockham leaf, then a conversion from convolved data",
    "writes what the conversion writes, the n points of a row of M; out of place",
    "Stockham that multiplies by the chirp as it stores",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kStockham &&
             window[1]->scheme == SchemeKind::kConvert &&
             window[1]->in_side.format == AxisFormat::kConvolved;
    },
    [](const LeafWindow& window) { return WriteConverted(*window[0], *window[1]); }};

}  // namespace fft
