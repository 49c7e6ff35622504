#include "fft/choice/kinds/channels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/line_map.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

constexpr int kThreads = 256;
// How many neighbouring modes a workgroup has. In single precision they fill four sectors.
constexpr int kLanes = 16;

struct Loop {
  Dim dim;
  int64_t row_step = 0;
};

// The map. loops[0] counts the modes that are closest in memory, loops[1] the elements of a batch
// that share matrices.
KernelMap MapOf(const KernelRequest& request) {
  Dims batches;
  std::vector<Loop> modes;
  for (size_t i = 0; i < request.loops.size(); ++i) {
    const Dim& dim = request.loops[i];
    if (dim.length == 1) continue;
    const int64_t step = request.row_steps.empty() ? 0 : request.row_steps[i];
    if (step == 0) {
      batches.push_back(dim);
    } else {
      modes.push_back({dim, step});
    }
  }
  MergeLoops(&batches);
  const auto is_closer = [](const Loop& a, const Loop& b) { return a.row_step < b.row_step; };
  const auto is_shorter = [](const Dim& a, const Dim& b) { return a.length < b.length; };
  const auto closest = std::min_element(modes.begin(), modes.end(), is_closer);
  const auto longest = std::max_element(batches.begin(), batches.end(), is_shorter);
  KernelMap map;
  map.axes = {request.axes.back()};
  map.row_step = request.node.row.axis_step;
  const auto add = [&map](const Loop& loop) {
    map.loops.push_back(loop.dim);
    map.row_steps.push_back(loop.row_step);
    map.twiddle_steps.push_back(0);
  };
  add(closest == modes.end() ? Loop{{1, 1, 1}, 1} : *closest);
  add(longest == batches.end() ? Loop{{1, 0, 0}} : Loop{*longest});
  for (auto batch = batches.begin(); batch != batches.end(); ++batch) {
    if (batch != longest) add({*batch});
  }
  for (auto mode = modes.begin(); mode != modes.end(); ++mode) {
    if (mode != closest) add(*mode);
  }
  return map;
}

int PowerUpTo(int64_t count, int most) {
  return static_cast<int>(std::min<int64_t>(int64_t{1} << CeilLog2(count), most));
}

ChannelsShape ShapeOf(const KernelRequest& request, const KernelMap& map) {
  const bool is_double = request.precision == Precision::kDouble;
  const int64_t outs = request.node.OutLength();
  ChannelsShape shape;
  shape.lanes = PowerUpTo(map.loops[0].length, kLanes);
  shape.batch_each = PowerUpTo(map.loops[1].length, is_double ? 2 : 4);
  shape.out_each = PowerUpTo(outs, 4);
  // If threads are lanes of vectors, more threads than lanes would only run one after the other.
  if (LanesAreVectors(request.target)) return shape;
  const int groups = kThreads / shape.lanes;
  shape.batch_groups = PowerUpTo(CeilDiv(map.loops[1].length, shape.batch_each), 4);
  shape.out_groups =
      PowerUpTo(CeilDiv(outs, shape.out_each), std::max(1, groups / shape.batch_groups));
  return shape;
}

}  // namespace

absl::StatusOr<KernelChoice> ChooseChannels(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kChannels;
  choice.map = MapOf(request);
  const Dims& loops = choice.map.loops;
  const ChannelsShape shape = ShapeOf(request, choice.map);
  const int64_t ins = request.node.InLength(), outs = request.node.OutLength();
  int64_t outer = 1, matrices = loops[0].length * ins * outs;
  for (size_t i = 2; i < loops.size(); ++i) {
    outer *= loops[i].length;
    if (choice.map.row_steps[i] > 0) matrices *= loops[i].length;
  }
  choice.blocks = CeilDiv(loops[0].length, shape.lanes) * CeilDiv(outs, shape.out_tile()) *
                  CeilDiv(loops[1].length, shape.batch_tile()) * outer;
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.threads = shape.threads();
  choice.shape = shape;

  const int64_t element_bytes = 2 * RealBytes(request.precision);
  const int64_t rows = loops[0].length * loops[1].length * outer;
  SidesTraffic traffic;
  traffic.read.bytes = static_cast<double>(element_bytes * (rows * ins + matrices));
  traffic.write.bytes = static_cast<double>(element_bytes * rows * outs);
  for (Traffic* side : {&traffic.read, &traffic.write}) {
    side->element_bytes = element_bytes;
    side->run_elements = shape.lanes;
  }
  const double products = static_cast<double>(rows * ins) * static_cast<double>(outs);
  choice.price = PricesOf(request.target).OfProducts(traffic, products, request.target);
  return choice;
}

}  // namespace fft
