// Large 1D transforms by a transposing column kernel and a column transform in place.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2:
//
//   in edge            between                        out edge
//        n2 ->              k1 ->                          k1 ->
//   n1 [ x x x x ]     n2 [ y y y ]  columns done,    k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y ]  twiddled and ==>  | [ X X X ]
//    v [ x x x x ]      v [ y y y ]  transposed        v [ X X X ]
//                         [ y y y ]                      [ X X X ]
//   child 0: over n1 for every n2, y[k1, n2] * exp(-+2 pi i n2 k1 / N), written transposed
//   child 1: over n2 for every k1, elements stay in place; may be split again
//
// The position in the middle is k1 + N1 * n2 in the output edge's numbering, so an out-of-place
// transform goes straight to the output buffer, stays there, and needs no workspace.

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dim& axis = request.axes.front();
  Chain chain(request, FourStepParts(axis, factors.front()));
  chain.Transform({0}, chain.Out(), {axis.length, 1});
  chain.Transform({1}, chain.Out());
  AskForFactors(factors, SchemeKind::kL1dCr, &chain.last());
  return chain.Take();
}

}  // namespace

const Scheme kL1dCrScheme = {
    .kind = SchemeKind::kL1dCr,
    .summary = "column kernel that writes transposed, then columns in place",
    .axes = 1,
    .applicable = TakesSplits<Split>,
    .expand = ExpandSplit<SchemeKind::kL1dCr, Split>,
    .extra_seconds = SplitPartSeconds,
    .splits = true,
};

}  // namespace fft
