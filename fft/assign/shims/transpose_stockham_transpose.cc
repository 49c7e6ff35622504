// Transpose + Stockham + transpose: columns transformed without either transpose.
#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/table.h"

namespace fft {

const Shim kTransposeStockhamTranspose = {
    ShimKind::kTransposeStockhamTranspose,
    3,
    "a transpose without twiddles, a Stockham leaf, and a transpose whose twiddles (if any) run "
    "along the transformed axis",
    "reads what the first transpose reads and writes what the last one writes; in place where the "
    "two undo each other",
    "Stockham with both maps transposed",
    [](const LeafWindow& window) {
      return IsTranspose(window[0]->scheme) && window[1]->scheme == SchemeKind::kStockham &&
             IsTranspose(window[2]->scheme);
    },
    [](const LeafWindow& window) -> Fusion {
      Fusion written = WriteThrough(*window[1], *window[2]);
      if (std::holds_alternative<Refusal>(written)) return written;
      return ReadThrough(*window[0], std::get<PlanNode>(written));
    }};

}  // namespace fft
