#include "fft/plan/schemes/2d_rc.h"

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/multi_axis.h"

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
  FillNode(SchemeKind::k2dRc, request, node);
  Chain chain(request, request.axes);
  chain.Transform({1}, chain.Out());
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k2dRcScheme = {SchemeKind::k2dRc, "rows, then columns in place", 2, TakesAxes<2>,
                            Expand};

}  // namespace fft
