// Large 1D transforms as rows between three explicit transposes (L1D_TRTRT).
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2; every transform runs over contiguous rows:
//
//   in edge            T, R            T with twiddles, R      T: out edge
//        n2 ->              k1 ->           k2 ->                  k1 ->
//   n1 [ x x x x ]     n2 [ y y y ]    k1 [ X X X X ]         k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y ] ==> | [ X X X X ] ==>      | [ X X X ]
//    v [ x x x x ]      v [ y y y ]     v [ X X X X ]          v [ X X X ]
//                         [ y y y ]                              [ X X X ]
//   child 0: transpose to n2 * N1 + n1
//   child 1: over n1 for every n2, in place
//   child 2: transpose to k1 * N2 + n2, times exp(-+2 pi i n2 k1 / N)
//   child 3: over n2 for every k1, in place; may be split again
//   child 4: transpose to k1 + N1 * k2
//
// Between the edges the loops are the slowest dims, so rows are contiguous however the request's
// own edges are numbered.

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dim& axis = request.axes.front();
  Chain chain(request, FourStepParts(axis, factors.front()));
  chain.Move(SchemeKind::kTranspose, 0, chain.Packed({1, 0}));
  chain.Transform({0}, chain.Here());
  chain.Move(SchemeKind::kTranspose, 0, chain.Packed({0, 1}), {axis.length, 1});
  chain.Transform({1}, chain.Here());
  AskForFactors(factors, SchemeKind::kL1dTrtrt, &chain.last());
  chain.Move(SchemeKind::kTranspose, 0, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme kL1dTrtrtScheme = {
    .kind = SchemeKind::kL1dTrtrt,
    .summary = "row transforms between three transposes",
    .axes = 1,
    .applicable = TakesSplits<Split>,
    .expand = ExpandSplit<SchemeKind::kL1dTrtrt, Split>,
    .splits = true,
};

}  // namespace fft
