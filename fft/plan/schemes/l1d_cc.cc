// Large 1D transforms by a column kernel and a transform that transposes.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2:
//
//   in edge            between                        out edge
//        n2 ->              n2 ->                          k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]  columns done   k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y y ]  and twiddled ==> | [ X X X ]
//    v [ x x x x ]      v [ y y y y ]                   v [ X X X ]
//                                                        [ X X X ]
//   child 0: over n1 for every n2, elements stay in place; y[k1, n2] * exp(-+2 pi i n2 k1 / N)
//   child 1: over n2 for every k1, written transposed to k1 + N1 * k2; may be split again
//
// The position in the middle is k1 * N2 + n2 in the input edge's numbering, so child 0 can run in
// place on the input's buffer or in a temporary; only child 1 moves elements.

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dim& axis = request.axes.front();
  Chain chain(request, FourStepParts(axis, factors.front()));
  chain.Transform({0}, chain.Here(), {axis.length, 1});
  chain.Transform({1}, chain.Out());
  AskForFactors(factors, SchemeKind::kL1dCc, &chain.last());
  return chain.Take();
}

// On an H100 14 of 20 of these lengths, to 10^7, take 1.03 to 1.12 times as long without a
// workspace (L1D_CR), at prices that are equal or up to 1.07 times.
constexpr int64_t kLong = 1000000;
constexpr double kShareOfLong = 0.5;

double ExtraSeconds(const TransformRequest& request, const Target& target) {
  const bool pays_half = target.dialect == Dialect::kCuda && request.axes.front().length >= kLong &&
                         !HasConvolution(request, target);
  const double share = pays_half ? kShareOfLong : 1;
  const double workspace =
      request.placement == Placement::kInPlace ? 0 : share * WorkspaceSeconds(request, target);
  return workspace + SplitPartSeconds(request, target);
}

}  // namespace

// Out of place, the columns of a read-only input need a workspace to go to.
const Scheme kL1dCcScheme = {
    .kind = SchemeKind::kL1dCc,
    .summary = "column kernel in place, then a transform that writes transposed",
    .axes = 1,
    .applicable = TakesSplits<Split>,
    .expand = ExpandSplit<SchemeKind::kL1dCc, Split>,
    .extra_seconds = ExtraSeconds,
    .splits = true,
};

}  // namespace fft
