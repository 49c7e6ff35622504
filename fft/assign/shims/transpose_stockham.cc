// Transpose + Stockham: the transform reads the untransposed data along the transposed strides.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kTransposeStockham = {
    ShimKind::kTransposeStockham,
    2,
    "any transpose without twiddles, then a Stockham leaf",
    "reads what the transpose reads; out of place unless the transposed strides are its own",
    "Stockham with the transposed input map (a column or column-row tiling)",
    [](const LeafWindow& window) {
      return IsTranspose(window[0]->scheme) && window[1]->scheme == SchemeKind::kStockham;
    },
    [](const LeafWindow& window) { return ReadThrough(*window[0], *window[1]); }};

}  // namespace fft
