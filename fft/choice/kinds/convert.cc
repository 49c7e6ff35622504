#include "fft/choice/kinds/convert.h"

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/line_map.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

// Threads of a workgroup.
constexpr int kThreads = 256;
// Threads of a workgroup where threads are lanes of vectors. They convert neighbouring elements of
// a row.
constexpr int kVectorThreads = 1024;

}  // namespace

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kConvert;
  choice.map = MapLine(request);
  // The threads of a workgroup run along the axis, or across the tile loop.
  const bool across = choice.map.tiling == Tiling::kColCol || choice.map.tiling == Tiling::kRowCol;
  choice.map.tiling = across ? Tiling::kColCol : Tiling::kRowRow;
  const SidesTraffic traffic = LineTraffic(request, choice.map, across ? kThreads : 1);
  const int64_t per_row =
      HoldsRange(request.node.out_side)
          ? request.node.out_side.length
          : ConversionsPerRow(request.node.in_side.format, request.node.out_side.format,
                              request.axes.back().length, request.node.convolution);
  choice.threads = kThreads;
  choice.blocks = CeilDiv(Rows(choice.map) * per_row, kThreads);
  if (LanesAreVectors(request.target) && !across) {
    choice.knows_tile = true;
    choice.threads = per_row < kVectorThreads ? kThreads : kVectorThreads;
    choice.blocks = CeilDiv(per_row, choice.threads) * Rows(choice.map);
    choice.slow_run = {choice.blocks / choice.map.loops.back().length, 1};
  }
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.price = PricesOf(request.target).OfConversions(traffic, choice.blocks, request.target);
  choice.shape = ThreadsShape{choice.threads};
  return choice;
}

}  // namespace fft
