#include "fft/choice/kinds/overlap_add.h"

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/line_map.h"

namespace fft {
namespace {

// Threads of a workgroup, each of which computes one sample.
constexpr int kThreads = 256;

// The map, whose loops go from signal to signal.
KernelMap MapOf(const KernelRequest& request) {
  KernelMap map;
  map.axes = {request.axes.back()};
  map.row_step = request.node.row.axis_step;
  for (const Dim& dim : request.loops) {
    if (dim.length > 1) map.loops.push_back(dim);
  }
  MergeLoops(&map.loops);
  if (map.loops.empty()) map.loops.push_back({1, 0, 0});
  map.row_steps.assign(map.loops.size(), 0);
  map.twiddle_steps.assign(map.loops.size(), 0);
  return map;
}

}  // namespace

absl::StatusOr<KernelChoice> ChooseOverlapAdd(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kOverlapAdd;
  choice.map = MapOf(request);
  const int64_t signals = Rows(choice.map);
  choice.blocks = CeilDiv(request.node.OutLength(), kThreads) * signals;
  FFT_RETURN_IF_ERROR(CheckGrid(request, choice.blocks));
  choice.threads = kThreads;
  choice.shape = ThreadsShape{choice.threads};

  const bool is_real = MemoryFormat(request.node.in_side) == AxisFormat::kReal;
  SidesTraffic traffic;
  for (const auto& [side, samples] : {std::pair{&traffic.read, request.node.InLength()},
                                      {&traffic.write, request.node.OutLength()}}) {
    side->element_bytes = RealBytes(request.precision) * (is_real ? 1 : 2);
    side->bytes = static_cast<double>(side->element_bytes * samples * signals);
    side->run_elements = kThreads;
  }
  const double products = static_cast<double>(signals * request.node.InLength());
  choice.price = PricesOf(request.target).OfProducts(traffic, products, request.target);
  return choice;
}

}  // namespace fft
