#include "fft/choice/kinds/transpose.h"

#include <algorithm>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/large_twiddles.h"
#include "fft/choice/line_map.h"

namespace fft {
namespace {

// The map: loops[0] is X, loops[1] is Y, and the others are the loops around the tile.
KernelMap MapOf(const KernelRequest& request) {
  Dims plain, twiddled;
  // The steps of the large twiddle along each dim of `twiddled`. The axis, which supplies k, has
  // step 0.
  std::vector<int64_t> steps = {0};
  const bool has_twiddle = !request.twiddle_steps.empty();
  (has_twiddle ? twiddled : plain).push_back(request.axes.front());
  for (size_t i = 0; i < request.loops.size(); ++i) {
    const int64_t step = has_twiddle ? request.twiddle_steps[i] : 0;
    (step > 0 ? twiddled : plain).push_back(request.loops[i]);
    if (step > 0) steps.push_back(step);
  }
  std::erase_if(plain, [](const Dim& dim) { return dim.length == 1; });
  MergeLoops(&plain);
  const int first_twiddled = static_cast<int>(plain.size());
  Dims dims = std::move(plain);
  dims.insert(dims.end(), twiddled.begin(), twiddled.end());

  const TransposeTile tile = ChooseTransposeTile(dims);
  KernelMap map;
  map.tiling = tile.copies ? Tiling::kRowRow : Tiling::kRowCol;
  std::vector<int> order = {tile.x, tile.y};
  for (int i = 0; i < std::ssize(dims); ++i) {
    const bool is_point = dims[i].length == 1 && i < first_twiddled;
    if (i != tile.x && i != tile.y && !is_point) order.push_back(i);
  }
  for (int i = 0; i < std::ssize(order); ++i) {
    map.loops.push_back(order[i] < 0 ? Dim{} : dims[order[i]]);
    const bool is_twiddled = has_twiddle && order[i] >= first_twiddled;
    if (has_twiddle && order[i] == first_twiddled) map.twiddle_axis = i;
    map.twiddle_steps.push_back(is_twiddled ? steps[order[i] - first_twiddled] : 0);
  }
  return map;
}

// The traffic of one side of a tile. Along `fast`, `side` elements follow each other in memory;
// along `slow`, the tile jumps from run to run.
Traffic SideTraffic(double elements, int64_t element_bytes, const Dim& fast, const Dim& slow,
                    std::pair<int64_t, int64_t Dim::*> tile) {
  const auto [side, stride] = tile;
  Traffic traffic;
  traffic.bytes = elements * static_cast<double>(element_bytes);
  traffic.element_bytes = element_bytes;
  if (Magnitude(fast.*stride) == 1) traffic.run_elements = std::min(side, fast.length);
  traffic.rows = slow.length;
  traffic.row_stride = Magnitude(slow.*stride);
  return traffic;
}

}  // namespace

absl::StatusOr<KernelChoice> ChooseTranspose(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kTranspose;
  choice.map = MapOf(request);
  const bool copies = choice.map.tiling == Tiling::kRowRow;
  const Dims& loops = choice.map.loops;
  FFT_ASSIGN_OR_RETURN(
      const TransposeShape shape,
      ChooseTransposeShape(loops, {0, 1, copies}, request.precision, request.target));

  const int64_t in_bytes = 2 * RealBytes(InPrecision(request));
  const int64_t out_bytes = 2 * RealBytes(OutPrecision(request));
  double elements = 1;
  for (const Dim& loop : loops) elements *= static_cast<double>(loop.length);
  const int fast = copies ? 0 : 1;
  const Traffic read =
      SideTraffic(elements, in_bytes, loops[0], loops[1], {shape.tile_x, &Dim::in_stride});
  const Traffic write = SideTraffic(elements, out_bytes, loops[fast], loops[1 - fast],
                                    {copies ? shape.tile_x : shape.tile_y, &Dim::out_stride});
  choice.price = PricesOf(request.target).OfMoves({read, write}, shape.lds_bytes, request.target);

  if (choice.map.twiddle_axis >= 0) {
    choice.twiddles = StepsFor({request.node.large_twiddle.length, TwiddleLoops(choice.map),
                                choice.map.twiddle_axis, request.precision, shape.lds_bytes},
                               request.target);
  }
  choice.blocks = CeilDiv(loops[0].length, shape.tile_x) * CeilDiv(loops[1].length, shape.tile_y);
  for (size_t i = 2; i < loops.size(); ++i) choice.blocks *= loops[i].length;
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.threads = shape.threads;
  choice.lds_bytes = shape.lds_bytes + TableLdsBytes(choice.twiddles, request.precision);
  choice.shape = shape;
  return choice;
}

}  // namespace fft
