// 3D transforms by planes, rows and transposes.
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast:
//
//   (z, y, x)  --planes-->  (z, y, x)  --XY_Z-->  (y, x, z)  --rows-->  (y, x, z)  --Z_XY-->  out
//
//   child 0: over (y, x) for every z, in place
//   child 1: transpose: z becomes the fast dimension
//   child 2: over z for every (y, x), in place: rows
//   child 3: transpose back, to the output's numbering

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::k3dRtrt, request);
  Chain chain(request, request.axes);
  chain.Transform({1, 2}, chain.Here());
  chain.Move(SchemeKind::kTransposeXyZ, 0, chain.Packed({1, 2, 0}));
  chain.Transform({0}, chain.Here());
  chain.Move(SchemeKind::kTransposeZXy, 0, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dRtrtScheme = {
    .kind = SchemeKind::k3dRtrt,
    .summary = "2D transforms of planes, transpose, rows, transpose",
    .axes = 3,
    .applicable = TakesAll,
    .expand = Expand,
};

}  // namespace fft
