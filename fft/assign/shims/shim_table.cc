#include <algorithm>
#include <utility>

#include "fft/assign/shims/compose.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/status.h"
#include "fft/choice/choose.h"

namespace fft {
namespace {

LeafWindow Window(const std::vector<const PlanNode*>& leaves, int first, int count) {
  return {leaves.begin() + first, leaves.begin() + first + count};
}

bool Matches(const Shim& shim, const LeafWindow& window) {
  return std::equal(shim.window.begin(), shim.window.end(), window.begin(),
                    [](LeafTest test, const PlanNode* leaf) { return test(*leaf); });
}

template <LeafWork kWork>
bool Does(const PlanNode& leaf) {
  return WorkOf(leaf.scheme) == kWork;
}
constexpr LeafTest kTransforms = Does<LeafWork::kTransformsAxis>;
constexpr LeafTest kMoves = Does<LeafWork::kMoves>;
constexpr LeafTest kConverts = Does<LeafWork::kConverts>;

// Moves that have names of their own.
template <SchemeKind kScheme>
bool MovesAs(const PlanNode& leaf) {
  return leaf.scheme == kScheme;
}

template <AxisFormat kFormat>
bool ConvertsTo(const PlanNode& leaf) {
  return kConverts(leaf) && leaf.out_side.format == kFormat;
}

template <AxisFormat kFormat>
bool ConvertsFrom(const PlanNode& leaf) {
  return kConverts(leaf) && leaf.in_side.format == kFormat;
}

}  // namespace

const std::vector<Shim>& ShimTable() {
  static const auto* const kTable = new std::vector<Shim>{
      {ShimKind::kTransposeStockham,
       {kMoves, kTransforms},
       "any transpose without twiddles, then a Stockham leaf",
       "reads what the transpose reads; out of place unless the transposed strides are its own",
       "Stockham with the transposed input map (a column or column-row tiling)"},
      {ShimKind::kStockhamTranspose,
       {kTransforms, MovesAs<SchemeKind::kTranspose>},
       "a Stockham leaf, then a transpose whose twiddles (if any) run along the transformed axis",
       "writes what the transpose writes; out of place unless the transposed strides are its own",
       "Stockham with the transposed output map (a row-column or column tiling)"},
      // Rows are transformed, then the slow axis becomes the fast one: (z, y, x) -> (y, x, z).
      {ShimKind::kStockhamZXy,
       {kTransforms, MovesAs<SchemeKind::kTransposeZXy>},
       "a Stockham leaf, then a Z_XY transpose of a volume",
       "writes what the transpose writes, out of place",
       "Stockham with the Z_XY output map (a row-column tiling)"},
      // Rows are transformed, then the fast axis becomes the slow one: (z, y, x) -> (x, z, y).
      {ShimKind::kStockhamXyZ,
       {kTransforms, MovesAs<SchemeKind::kTransposeXyZ>},
       "a Stockham leaf, then an XY_Z transpose of a volume",
       "writes what the transpose writes, out of place",
       "Stockham with the XY_Z output map (a row-column tiling)"},
      {ShimKind::kTransposeStockhamTranspose,
       {kMoves, kTransforms, kMoves},
       "a transpose without twiddles, a Stockham leaf, and a transpose whose twiddles (if any) run "
       "along the transformed axis",
       "reads what the first transpose reads and writes what the last one writes; in place where "
       "the two undo each other",
       "Stockham with both maps transposed"},
      {ShimKind::kRealPostTranspose,
       {kConverts, kMoves},
       "a conversion to Hermitian or real data, then a transpose without twiddles",
       "writes what the transpose writes, out of place",
       "the conversion with the transposed output map"},
      {ShimKind::kTransposeRealPre,
       {kMoves, kConverts},
       "a transpose without twiddles, then a conversion from Hermitian or real data",
       "reads what the transpose reads, out of place",
       "the conversion with the transposed input map"},
      // Kernels of a convolution; the first one reads zeros where a row has no points.
      {ShimKind::kChirpStockham,
       {ConvertsTo<AxisFormat::kChirped>, kTransforms},
       "a conversion to chirped data, then a Stockham leaf",
       "reads what the conversion reads, the n points of a row of M; out of place",
       "Stockham that multiplies by the chirp as it loads"},
      {ShimKind::kStockhamFilter,
       {kTransforms, ConvertsTo<AxisFormat::kFiltered>},
       "a Stockham leaf, then a conversion to filtered data",
       "where the Stockham leaf reads and writes",
       "Stockham that multiplies by the filter as it stores"},
      {ShimKind::kStockhamChirp,
       {kTransforms, ConvertsFrom<AxisFormat::kConvolved>},
       "a Stockham leaf, then a conversion from convolved data",
       "writes what the conversion writes, the n points of a row of M; out of place",
       "Stockham that multiplies by the chirp as it stores"},
  };
  return *kTable;
}

ShimOffers OfferShims(const std::vector<const PlanNode*>& leaves, Precision precision,
                      const Target& target) {
  ShimOffers offers;
  const int count = static_cast<int>(leaves.size());
  for (int first = 0; first < count; ++first) {
    for (const Shim& shim : ShimTable()) {
      if (first + shim.leaf_count() > count) continue;
      const LeafWindow window = Window(leaves, first, shim.leaf_count());
      if (!Matches(shim, window)) continue;
      Fusion fusion = Fuse(window);
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
          {first, shim.leaf_count(), shim.kind, std::get<PlanNode>(std::move(fusion))});
    }
  }
  return offers;
}

PlanNode KernelNode(const std::vector<const PlanNode*>& leaves, const Step& step) {
  if (step.shim == ShimKind::kNone) return *leaves[step.leaf];
  Fusion fusion = Fuse(Window(leaves, step.leaf, step.leaf_count));
  FFT_CHECK(std::holds_alternative<PlanNode>(fusion));
  return std::get<PlanNode>(std::move(fusion));
}

}  // namespace fft
