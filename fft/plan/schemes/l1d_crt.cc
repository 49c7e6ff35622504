// Large 1D transforms as columns, rows and an explicit transpose (L1D_CRT).
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2:
//
//   in edge            between            between             out edge
//        n2 ->              n2 ->              k2 ->               k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]     k1 [ X X X X ]      k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y y ] ==>  | [ X X X X ] ==>   | [ X X X ]
//    v [ x x x x ]      v [ y y y y ]      v [ X X X X ]       v [ X X X ]
//                                                                [ X X X ]
//   child 0: over n1 for every n2, elements stay in place; y[k1, n2] * exp(-+2 pi i n2 k1 / N)
//   child 1: over n2 for every k1, in place: rows; may be split again
//   child 2: the transpose to k1 + N1 * k2
//
// Both transforms run in place, so the transpose is the only step that needs a second buffer.

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dim& axis = request.axes.front();
  Chain chain(request, FourStepParts(axis, factors.front()));
  chain.Transform({0}, chain.Here(), {axis.length, 1});
  chain.Transform({1}, chain.Here());
  AskForFactors(factors, SchemeKind::kL1dCrt, &chain.last());
  chain.Move(SchemeKind::kTranspose, 0, chain.Out());
  return chain.Take();
}

// Prices of convolutions, and those of other machines than NVIDIA's, were fitted to plans that pay
// for none.
double ExtraSeconds(const TransformRequest& request, const Target& target) {
  const bool pays = target.dialect == Dialect::kCuda && !HasConvolution(request, target);
  return pays && request.placement == Placement::kOutOfPlace ? WorkspaceSeconds(request, target)
                                                             : 0;
}

}  // namespace

const Scheme kL1dCrtScheme = {
    .kind = SchemeKind::kL1dCrt,
    .summary = "column kernel in place, row transform in place, then a transpose",
    .axes = 1,
    .applicable = TakesSplits<Split>,
    .expand = ExpandSplit<SchemeKind::kL1dCrt, Split>,
    .extra_seconds = ExtraSeconds,
    .splits = true,
};

}  // namespace fft
