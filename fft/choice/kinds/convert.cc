#include "fft/choice/kinds/convert.h"

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/host_price.h"
#include "fft/choice/line_map.h"

namespace fft {
namespace {

// Threads of a workgroup.
constexpr int kThreads = 256;
// The threads of a workgroup on a CPU. They do conversions that follow each other in a row, which
// suits vectors.
constexpr int kHostThreads = 1024;

}  // namespace

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kConvert;
  choice.map = MapLine(request);
  // A workgroup is a run of threads, along the axis or across the tile loop.
  const bool across = choice.map.tiling == Tiling::kColCol || choice.map.tiling == Tiling::kRowCol;
  choice.map.tiling = across ? Tiling::kColCol : Tiling::kRowRow;
  const SidesTraffic traffic = LineTraffic(request, choice.map, across ? kThreads : 1);
  const bool is_host = request.target.is_cpu();
  const int64_t per_row =
      HoldsRange(request.node.out_side)
          ? request.node.out_side.length
          : ConversionsPerRow(request.node.in_side.format, request.node.out_side.format,
                              request.axes.back().length, request.node.convolution);
  choice.threads = kThreads;
  choice.blocks = CeilDiv(Rows(choice.map) * per_row, kThreads);
  if (is_host && !across) {
    choice.knows_tile = true;
    choice.threads = per_row < kHostThreads ? kThreads : kHostThreads;
    choice.blocks = CeilDiv(per_row, choice.threads) * Rows(choice.map);
    choice.slow_run = {choice.blocks / choice.map.loops.back().length, 1};
  }
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  if (is_host) {
    const double elements = traffic.read.bytes / static_cast<double>(traffic.read.element_bytes);
    const double blocks = static_cast<double>(choice.blocks);
    choice.price = HostPriceOf(traffic, HostConvertNanoseconds(elements, blocks, request.target),
                               request.target);
  } else {
    choice.price = PriceOf(traffic.read, traffic.write, request.target);
  }
  choice.shape = ThreadsShape{choice.threads};
  return choice;
}

}  // namespace fft
