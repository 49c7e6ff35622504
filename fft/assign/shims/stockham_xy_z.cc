// Stockham + XY_Z: rows are transformed and become planes, (z, y, x) -> (x, z, y).
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kStockhamXyZ = {
    ShimKind::kStockhamXyZ,
    2,
    "a Stockham leaf, then an XY_Z transpose of a volume",
    "writes what the transpose writes, out of place",
    "Stockham with the XY_Z output map (a row-column tiling)",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kStockham &&
             window[1]->scheme == SchemeKind::kTransposeXyZ;
    },
    [](const LeafWindow& window) { return WriteThrough(*window[0], *window[1]); }};

}  // namespace fft
