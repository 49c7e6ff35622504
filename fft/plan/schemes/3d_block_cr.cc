// 3D transforms by three turning column kernels.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

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
  *node = NodeFor(SchemeKind::k3dBlockCr, request);
  Chain chain(request, request.axes);
  chain.Transform({0}, chain.Packed({1, 2, 0}));
  chain.Transform({1}, chain.Packed({2, 0, 1}));
  chain.Transform({2}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dBlockCrScheme = {
    .kind = SchemeKind::k3dBlockCr,
    .summary = "column kernels that turn the volume, three times",
    .axes = 3,
    .applicable = TakesAll,
    .expand = Expand,
    .extra_seconds = TurningSeconds,
};

}  // namespace fft
