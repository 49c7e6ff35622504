#include "fft/plan/schemes/stockham.h"

#include "absl/strings/str_cat.h"
#include "fft/plan/schemes/real_pairs.h"

namespace fft {
namespace {

// One kernel, all loops in its grid:
//
//   axis n  --[in_stride]-->  workgroup (registers + LDS)  --[out_stride]-->  axis k
//                             x[n]  ->  X[k] * exp(-+2 pi i j k / L)
//
// j is the index of the loop large_twiddle names, L its length; without one the factor is 1.
//
// Real transforms convert as they load and store: even lengths n transform n/2 pairs of
// neighbouring reals; odd ones, and reals that are no neighbours, n reals as complex numbers.

// The leaf as it would be planned: what the kernel transforms and what lies along its axis.
PlanNode LeafFor(const TransformRequest& request) {
  PlanNode leaf = HoldsPairs(request) ? PairsLeaf(request) : NodeFor(request);
  leaf.scheme = SchemeKind::kStockham;
  leaf.large_twiddle = request.large_twiddle;
  return leaf;
}

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      Planning& planning) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("a kernel transforms one axis, not ", request.axes.size())};
  }
  return TakeKernel(LeafFor(request), request, &planning);
}

}  // namespace

const Scheme kStockhamScheme = {
    .kind = SchemeKind::kStockham,
    .summary = "one kernel holds a whole transform in registers and LDS",
    .axes = 1,
    .applicable = Applicable,
    .expand = ExpandLeaf<LeafFor>,
    .plans = PlansTransforms,
    .ends_search_inside = true,
};

}  // namespace fft
