// 3D transforms by planes and columns.
#include <utility>

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Three axes, z slow, y, x fast:
//
//   in edge (z, y, x)  --2D transforms of the planes-->  out edge  --columns along z-->  out edge
//
//   child 0: over (y, x) for every z, from the input's numbering to the output's
//   child 1: over z for every (y, x), in place
//
// Volumes of reals likewise, where one kernel holds a plane; inverse, the mirror image: columns in
// place in the input edge's numbering, planes last.

std::vector<TransformRequest> ExpandReal(const TransformRequest& request) {
  const bool inverse = request.kind == TransformKind::kHermitianToReal;
  const Dim &z = request.axes[0], &y = request.axes[1], &x = request.axes[2];
  TransformRequest planes = request, columns = request;
  planes.scheme = std::nullopt;
  planes.axes = {y, x};
  planes.loops.push_back(z);
  columns.scheme = std::nullopt;
  columns.axes = {z};
  columns.loops.insert(columns.loops.end(), {y, {x.length / 2 + 1, x.in_stride, x.out_stride}});
  columns = InPlaceOf(columns, inverse ? &Dim::in_stride : &Dim::out_stride);
  std::vector<TransformRequest> children = {planes, columns};
  if (inverse) std::swap(children[0], children[1]);
  return children;
}

Applicability Applicable(const TransformRequest& request, Planning* planning) {
  if (PlansReal(request.kind)) {
    std::vector<TransformRequest> children = ExpandReal(request);
    PassLayouts(request, &children);
    const bool inverse = request.kind == TransformKind::kHermitianToReal;
    const Applicability plane = ChoicesOf(k2dSingleScheme, children[inverse ? 1 : 0], planning);
    if (const Refusal* refusal = std::get_if<Refusal>(&plane)) return *refusal;
  }
  return std::vector<Choice>{Choice{}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::k3dRc, request);
  if (PlansReal(request.kind)) return ExpandReal(request);
  Chain chain(request, request.axes);
  chain.Transform({1, 2}, chain.Out());
  chain.Transform({0}, chain.Out());
  return chain.Take();
}

}  // namespace

const Scheme k3dRcScheme = {
    .kind = SchemeKind::k3dRc,
    .summary = "2D transforms of planes, then columns in place",
    .axes = 3,
    .applicable = Applicable,
    .expand = Expand,
    .plans = PlansFourier,
};

}  // namespace fft
