#include "fft/plan/schemes/3d_block_rc.h"

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/multi_axis.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast. Each kernel reads rows along the fast axis and writes columns, so
// that its axis becomes the slow one (SBRC); after three of them the order is natural again:
//
//   (z, y, x)  --over x-->  (x, z, y)  --over y-->  (y, x, z)  --over z-->  (z, y, x)
//
// Rows are read whole; tiles span neighbours along the next axis.

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  FillNode(SchemeKind::k3dBlockRc, request, node);
  Chain chain(request, request.axes);
  chain.Transform({2}, chain.Packed({2, 0, 1}));
  chain.Transform({1}, chain.Packed({1, 2, 0}));
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dBlockRcScheme = {SchemeKind::k3dBlockRc,
                                 "row kernels that turn the volume, three times",
                                 3,
                                 TakesAxes<3>,
                                 Expand,
                                 TurningSeconds};

}  // namespace fft
