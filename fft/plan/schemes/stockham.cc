// One workgroup-resident transform per row: the leaf of every plan.
#include "fft/plan/schemes/real_pairs.h"
#include "fft/plan/schemes/real_to_real.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// One kernel, all loops in its grid:
//
//   axis n  --[in_stride]-->  workgroup (registers + LDS)  --[out_stride]-->  axis k
//                             x[n]  ->  X[k] * exp(-+2 pi i j k / L)
//
// j is the index of the loop large_twiddle.loop and L is large_twiddle.length. Without a large
// twiddle the factor is 1.
//
// Real transforms convert as they load and store. An even length n is transformed as n/2 pairs of
// neighbouring reals. An odd length, or reals that are no neighbours, are transformed as n complex
// numbers. Real-to-real transforms load and store by the maps of their kind.

// The leaf that does the work of the request.
PlanNode LeafFor(const TransformRequest& request) {
  if (PlansRealToReal(request.kind)) {
    return RealAxisLeaf(SchemeKind::kStockham, request, RealPoints::kPairs);
  }
  return HoldsPairs(request) ? PairsLeaf(SchemeKind::kStockham, request)
                             : NodeFor(SchemeKind::kStockham, request);
}

Applicability Applicable(const TransformRequest& request, Planning* planning) {
  if (PlansRealToReal(request.kind) && HasRanges(request)) {
    return Refusal{"the maps of a real-to-real kind take whole axes"};
  }
  return TakeKernel(LeafFor(request), request, planning);
}

}  // namespace

const Scheme kStockhamScheme = {
    .kind = SchemeKind::kStockham,
    .summary = "one kernel holds a whole transform in registers and LDS",
    .axes = 1,
    .applicable = Applicable,
    .expand = ExpandLeaf<LeafFor>,
    .plans = PlansTransforms,
    .ranges = RangeUse::kTakes,
    .ends_search_inside = true,
};

}  // namespace fft
