#include "fft/choice/kinds/stockham.h"

#include <algorithm>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/large_twiddles.h"
#include "fft/choice/line_map.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

// Whether the rows are parts of larger transforms: they have other loops than one batch.
bool IsPart(const KernelRequest& request) {
  const size_t loops = request.node.loops.size();
  if (request.independent_rows == 0) return loops > 1;
  for (size_t i = 0; i < loops; ++i) {
    if (!IsOverTransforms(request, i)) return true;
  }
  return false;
}

// The request for the shape, with all members that cost registers or LDS. Tiling and count keep
// their defaults.
KernelShapeRequest ShapeRequest(const KernelRequest& request) {
  const PlanNode& node = request.node;
  KernelShapeRequest shape;
  shape.length = node.axes.back().length;
  shape.precision = InPrecision(request);
  shape.converts = node.in_side != AxisSide{} || node.out_side != AxisSide{} ||
                   node.row.operation != RowOperation::kNone;
  shape.restores = IsHalfSpectrum(node.in_side.format) && !CutsInput(node.row.operation);
  shape.twiddled = node.large_twiddle.length > 0;
  shape.is_part = LanesAreVectors(request.target) && IsPart(request);
  return shape;
}

}  // namespace

absl::StatusOr<KernelChoice> ChooseStockham(const KernelRequest& request) {
  KernelChoice choice;
  choice.map = MapLine(request);
  KernelShapeRequest wanted = ShapeRequest(request);
  wanted.tiling = choice.map.tiling;
  const int per_line = choice.transforms_per_line =
      TransformsPerLine(request, choice.map.loops[0].length);
  wanted.takes_pairs = TakesPairs(request.node, per_line);
  FFT_ASSIGN_OR_RETURN(KernelShape shape, ShapeForTiles(request, per_line, &wanted, &choice.map));

  const int64_t width = int64_t{shape.transforms_per_group} * per_line;
  const SidesTraffic traffic = LineTraffic(request, choice.map, width);
  const int64_t tiles = TilesOf(choice.map, width);
  choice.price =
      PricesOf(request.target).OfLines({request, wanted, choice, shape, traffic, width, tiles});
  CountAlongRow(request.node, &choice.map);

  if (const std::vector<int> loops = TwiddleLoops(choice.map); !loops.empty()) {
    choice.twiddles =
        StepsFor({request.node.large_twiddle.length, loops, 0, request.precision, shape.lds_bytes},
                 request.target);
  }
  FFT_RETURN_IF_ERROR(CheckGrid(request, tiles));
  choice.blocks = GroupsFor(tiles, shape, request.target);
  if (!shape.is_persistent) choice.slow_run = SlowRunOf(choice.map, width, tiles);
  TakeShape(request, std::move(shape), &choice);
  choice.lds_bytes += TableLdsBytes(choice.twiddles, request.precision);
  return choice;
}

absl::Status StockhamFits(const KernelRequest& request) {
  return ShapeFits(ShapeRequest(request), request);
}

}  // namespace fft
