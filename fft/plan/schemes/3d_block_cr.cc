#include "fft/plan/schemes/3d_block_cr.h"

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/multi_axis.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast. Each kernel reads columns along the slow axis and writes rows, so
// that its axis becomes the fast one (SBCR); after three of them the order is natural again:
//
//   (z, y, x)  --over z-->  (y, x, z)  --over y-->  (x, z, y)  --over x-->  (z, y, x)
//
// Rows are written whole; tiles span neighbours along the fast axis.

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  FillNode(SchemeKind::k3dBlockCr, request, node);
  Chain chain(request, request.axes);
  chain.Transform({0}, chain.Packed({1, 2, 0}));
  chain.Transform({1}, chain.Packed({2, 0, 1}));
  chain.Transform({2}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dBlockCrScheme = {SchemeKind::k3dBlockCr,
                                 "column kernels that turn the volume, three times",
                                 3,
                                 TakesAxes<3>,
                                 Expand,
                                 TurningSeconds};

}  // namespace fft
