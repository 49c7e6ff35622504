// Stockham + filter: the last kernel of a convolution's first transform multiplies the spectrum by
// the filter and conjugates it.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kStockhamFilter = {
    ShimKind::kStockhamFilter,
    2,
    "a Stockham leaf, then a conversion to filtered data",
    "where the Stockham leaf reads and writes",
    "Stockham that multiplies by the filter as it stores",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kStockham &&
             window[1]->scheme == SchemeKind::kConvert &&
             window[1]->out_side.format == AxisFormat::kFiltered;
    },
    [](const LeafWindow& window) { return WriteConverted(*window[0], *window[1]); }};

}  // namespace fft
