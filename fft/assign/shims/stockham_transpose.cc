// Stockham + transpose: the transform writes its result where the transpose would move it, rotated
// by the transpose's twiddles if it has any.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kStockhamTranspose = {
    ShimKind::kStockhamTranspose,
    2,
    "a Stockham leaf, then a transpose whose twiddles (if any) run along the transformed axis",
    "writes what the transpose writes; out of place unless the transposed strides are its own",
    "Stockham with the transposed output map (a row-column or column tiling)",
    [](const LeafWindow& window) {
      return window[0]->scheme == SchemeKind::kStockham &&
             window[1]->scheme == SchemeKind::kTranspose;
    },
    [](const LeafWindow& window) { return WriteThrough(*window[0], *window[1]); }};

}  // namespace fft
