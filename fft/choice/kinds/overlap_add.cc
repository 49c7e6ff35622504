#include "fft/choice/kinds/overlap_add.h"

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/choice/kernel_prices.h"
#include "fft/choice/line_map.h"

namespace fft {
namespace {

// Threads of a workgroup, each of which computes one sample.
constexpr int kThreads = 256;

}  // namespace

absl::StatusOr<KernelChoice> ChooseOverlapAdd(const KernelRequest& request) {
  KernelChoice choice;
  choice.kind = KernelKind::kOverlapAdd;
  choice.map = MapLine(request);
  choice.map.tiling = Tiling::kRowRow;
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
