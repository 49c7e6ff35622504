#include "fft/plan/schemes/3d_rc.h"

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/multi_axis.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast:
//
//   in edge (z, y, x)  --2D transforms of the planes-->  out edge  --columns along z-->  out edge
//
//   child 0: over (y, x) for every z, from the input's numbering to the output's
//   child 1: over z for every (y, x), in place

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  FillNode(SchemeKind::k3dRc, request, node);
  Chain chain(request, request.axes);
  chain.Transform({1, 2}, chain.Out());
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dRcScheme = {SchemeKind::k3dRc, "2D transforms of planes, then columns in place", 3,
                            TakesAxes<3>, Expand};

}  // namespace fft
