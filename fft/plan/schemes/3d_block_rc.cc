// 3D transforms by three turning row kernels.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"

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
  *node = NodeFor(SchemeKind::k3dBlockRc, request);
  Chain chain(request, request.axes);
  chain.Transform({2}, chain.Packed({2, 0, 1}));
  chain.Transform({1}, chain.Packed({1, 2, 0}));
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dBlockRcScheme = {
    .kind = SchemeKind::k3dBlockRc,
    .summary = "row kernels that turn the volume, three times",
    .axes = 3,
    .applicable = TakesAll,
    .expand = Expand,
    .extra_seconds = TurningSeconds,
};

}  // namespace fft
