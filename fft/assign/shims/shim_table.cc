#include <utility>

#include "fft/assign/shims/shim.h"
#include "fft/assign/shims/table.h"
#include "fft/base/status.h"
#include "fft/choice/choose.h"

namespace fft {
namespace {

LeafWindow Window(const std::vector<const PlanNode*>& leaves, int first, int count) {
  return {leaves.begin() + first, leaves.begin() + first + count};
}

}  // namespace

const std::vector<Shim>& ShimTable() {
  static const auto* const kTable = new std::vector<Shim>{
      kTransposeStockham,
      kStockhamTranspose,
      kStockhamZXy,
      kStockhamXyZ,
      kTransposeStockhamTranspose,
      kRealPostTranspose,
      kTransposeRealPre,
      kChirpStockham,
      kStockhamFilter,
      kStockhamChirp,
  };
  return *kTable;
}

ShimOffers OfferShims(const std::vector<const PlanNode*>& leaves, Precision precision,
                      const Target& target) {
  ShimOffers offers;
  const int count = static_cast<int>(leaves.size());
  for (int first = 0; first < count; ++first) {
    for (const Shim& shim : ShimTable()) {
      if (first + shim.leaf_count > count) continue;
      const LeafWindow window = Window(leaves, first, shim.leaf_count);
      if (!shim.matches(window)) continue;
      Fusion fusion = shim.fuse(window);
      std::string reason;
      if (const Refusal* refusal = std::get_if<Refusal>(&fusion)) {
        reason = refusal->reason;
      } else {
        const PlanNode& node = std::get<PlanNode>(fusion);
        reason = std::string(KernelFits(RequestFor(node, precision, target)).message());
      }
      if (!reason.empty()) {
        offers.refusals.push_back({shim.kind, first, reason});
        continue;
      }
      offers.kernels.push_back(
          {first, shim.leaf_count, shim.kind, std::get<PlanNode>(std::move(fusion))});
    }
  }
  return offers;
}

PlanNode KernelNode(const std::vector<const PlanNode*>& leaves, const Step& step) {
  if (step.shim == ShimKind::kNone) return *leaves[step.leaf];
  for (const Shim& shim : ShimTable()) {
    if (shim.kind != step.shim) continue;
    Fusion fusion = shim.fuse(Window(leaves, step.leaf, step.leaf_count));
    FFT_CHECK(std::holds_alternative<PlanNode>(fusion));
    return std::get<PlanNode>(std::move(fusion));
  }
  FFT_CHECK(false && "a step names a shim that has no row in the table");
  return {};
}

}  // namespace fft
