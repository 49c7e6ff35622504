#include "fft/kernels/convert/choose.h"

#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/kernels/line_map.h"

namespace fft {
namespace {

// Threads of a workgroup.
constexpr int kThreads = 256;

}  // namespace

int64_t ConversionsPerRow(const PlanNode& node, int64_t axis_length) {
  if (node.in_side.data == AxisData::kConvolved) return axis_length;
  if (IsChirped(node.out_side.data)) return node.convolution;
  const bool pairs = node.in_side.data == AxisData::kHermitianOfPairs ||
                     node.out_side.data == AxisData::kHermitianOfPairs;
  return pairs ? axis_length / 2 + 1 : Elements({node.out_side.data}, axis_length);
}

absl::StatusOr<KernelChoice> ChooseConvert(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kConvert;
  choice.map = MapLine(request);
  // A workgroup is a run of threads, along the axis or across the tile loop.
  const bool across = choice.map.tiling == Tiling::kColCol || choice.map.tiling == Tiling::kRowCol;
  choice.map.tiling = across ? Tiling::kColCol : Tiling::kRowRow;
  KernelShape shape;
  shape.threads_per_transform = kThreads;
  const SidesTraffic traffic = LineTraffic(request, choice.map, across ? kThreads : 1);
  choice.price = PriceOf(traffic.read, traffic.write, request.target);
  const int64_t per_row = ConversionsPerRow(request.node, request.axes.back().length);
  choice.blocks = CeilDiv(Rows(choice.map) * per_row, kThreads);
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.threads = kThreads;
  choice.shape = std::move(shape);
  return choice;
}

}  // namespace fft
