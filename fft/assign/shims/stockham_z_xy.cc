// Stockham + Z_XY: rows are transformed and planes become rows, (z, y, x) -> (y, x, z).
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kStockhamZXy = {
    ShimKind::kStockhamZXy,
    2,
    "a Stockham leaf, then a Z_XY transpose of a volume",
    "writes what the transpose writes, out of place",
    "Stockham with the Z_XY output map (a row-column tiling)",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kStockham &&
             window[1]->scheme == SchemeKind::kTransposeZXy;
    },
    [](const LeafWindow& window) { return WriteThrough(*window[0], *window[1]); }};

}  // namespace fft
