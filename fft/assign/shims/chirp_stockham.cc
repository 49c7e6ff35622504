// Chirp + Stockham: the first kernel of a convolution's transform reads the chirped points, and
// zeros where a row has none.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kChirpStockham = {
    ShimKind::kChirpStockham,
    2,
    "a conversion to chirped data, then a Stockham leaf",
    "reads what the conversion reads, the n points of a row of M; out of place",
    "Stockham that multiplies by the chirp as it loads",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kConvert &&
             window[0]->out_side.format == AxisFormat::kChirped &&
             window[1]->scheme == SchemeKind::kStockham;
    },
    [](const LeafWindow& window) { return ReadConverted(*window[0], *window[1]); }};

}  // namespace fft
