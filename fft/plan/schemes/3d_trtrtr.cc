// 3D transforms by three transposes and rows.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast. Each transpose turns the volume by one axis, so that the next axis
// is the fast one; after three of them the order is natural again:
//
//   (z, y, x)  --T-->  (x, z, y)  --rows-->  --T-->  (y, x, z)  --rows-->  --T-->  (z, y, x)
//   --rows-->
//
//   children 0, 1: Z_XY, over y
//   children 2, 3: Z_XY, over z
//   children 4, 5: Z_XY to the output's numbering, over x in place

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::k3dTrtrtr, request);
  Chain chain(request, request.axes);
  chain.Move(SchemeKind::kTransposeZXy, 2, chain.Packed({2, 0, 1}));
  chain.Transform({1}, chain.Here());
  chain.Move(SchemeKind::kTransposeZXy, 1, chain.Packed({1, 2, 0}));
  chain.Transform({0}, chain.Here());
  chain.Move(SchemeKind::kTransposeZXy, 0, chain.Out());
  chain.Transform({2}, chain.Here());
  return chain.Take();
}

}  // namespace

const Scheme k3dTrtrtrScheme = {
    .kind = SchemeKind::k3dTrtrtr,
    .summary = "transpose and rows, three times",
    .axes = 3,
    .applicable = TakesAll,
    .expand = Expand,
};

}  // namespace fft
