// 2D transforms by rows and columns.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Two axes, y slow and x fast:
//
//   in edge       x ->                      out edge      x ->
//            y [ a a a a ]   rows, moved           y [ b b b b ]   columns, in place
//            | [ a a a a ]  ============>          | [ b b b b ]  =================>  out edge
//            v [ a a a a ]                         v [ b b b b ]
//
//   child 0: over x for every y, from the input's numbering to the output's
//   child 1: over y for every x, in place
//
// Nothing is transposed: the column kernel reads and writes rows of neighbouring columns.

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::k2dRc, request);
  Chain chain(request, request.axes);
  chain.Transform({1}, chain.Out());
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k2dRcScheme = {
    .kind = SchemeKind::k2dRc,
    .summary = "rows, then columns in place",
    .axes = 2,
    .applicable = TakesAll,
    .expand = Expand,
};

}  // namespace fft
