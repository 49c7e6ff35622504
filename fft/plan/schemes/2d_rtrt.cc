// 2D transforms by rows and transposes.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Two axes, y slow and x fast; both transforms run over contiguous rows:
//
//   in edge       x ->               y ->                   x ->
//            y [ a a a a ]  R, T   x [ b b b ]  R, T   y [ c c c c ]  out edge
//            | [ a a a a ] =====>  | [ b b b ] =====>  | [ c c c c ]
//            v [ a a a a ]         v [ b b b ]         v [ c c c c ]
//                                    [ b b b ]
//   child 0: over x for every y, in place
//   child 1: transpose
//   child 2: over y for every x, in place
//   child 3: transpose back, to the output's numbering

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::k2dRtrt, request);
  Chain chain(request, request.axes);
  chain.Transform({1}, chain.Here());
  chain.Move(SchemeKind::kTranspose, 0, chain.Packed({1, 0}));
  chain.Transform({0}, chain.Here());
  chain.Move(SchemeKind::kTranspose, 0, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k2dRtrtScheme = {
    .kind = SchemeKind::k2dRtrt,
    .summary = "rows, transpose, rows, transpose",
    .axes = 2,
    .applicable = TakesAll,
    .expand = Expand,
};

}  // namespace fft
