// Transforms of any rank by one strided 1D transform per dimension.
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Axes from the fastest to the slowest, each over all positions of the others:
//
//   in edge  --rows, moved-->  out edge  --columns, in place-->  ...  -->  out edge
//
//   child 0: the fastest axis; the other axes are loops that step (in, out)
//   child i: the next axis, in place in the output edge's numbering: everything steps (out, out)
//
// A real forward transform first makes half a spectrum of the fastest axis. The other axes are then
// complex, over n/2 + 1 columns. A real inverse transform is the mirror image: the other axes come
// first, in place in the input edge's numbering, and the fastest axis last. Axes of length 1 have
// nothing to transform. If all axes have length 1, one child remains, which copies.

// The transform of only axis `i`; `fastest` elements lie along the fastest axis.
TransformRequest AxisOf(const TransformRequest& request, size_t i, int64_t fastest) {
  TransformRequest child = request;
  child.scheme = std::nullopt;
  child.axes = {request.axes[i]};
  child.kinds = {request.KindOf(i)};
  for (size_t j = 0; j < request.axes.size(); ++j) {
    Dim other = request.axes[j];
    if (j + 1 == request.axes.size()) other.length = fastest;
    if (j != i && other.length > 1) child.loops.push_back(other);
  }
  return child;
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kPerAxis, request);
  const size_t last = request.axes.size() - 1;
  const bool real = PlansReal(request.kind);
  const bool inverse = request.kind == TransformKind::kHermitianToReal;
  const int64_t fastest = real ? request.axes[last].length / 2 + 1 : request.axes[last].length;
  std::vector<TransformRequest> children;
  if (real && !inverse) children.push_back(AxisOf(request, last, fastest));
  for (size_t i = real ? last : last + 1; i-- > 0;) {
    const bool last_chance = i == 0 && children.empty() && !real;
    if (request.axes[i].length == 1 && !last_chance && !PlansRealToReal(request.kind)) continue;
    const TransformRequest child = AxisOf(request, i, fastest);
    if (inverse) {
      children.push_back(InPlaceOf(child, &Dim::in_stride));
    } else {
      children.push_back(children.empty() ? child : InPlaceOf(child, &Dim::out_stride));
    }
  }
  if (inverse) children.push_back(AxisOf(request, last, fastest));
  return children;
}

// Whether a simpler scheme makes the same plan: complex transforms of one sign and up to three
// axes.
bool IsNeedless(const TransformRequest& request, SchemeKind) {
  return PlansComplex(request.kind) && request.kinds.size() == 1 && request.axes.size() <= 3;
}

}  // namespace

const Scheme kPerAxisScheme = {
    .kind = SchemeKind::kPerAxis,
    .summary = "one strided 1D transform per dimension",
    .axes = 0,
    .applicable = TakesAll,
    .expand = Expand,
    .plans = PlansTransforms,
    .mixes_kinds = true,
    .is_needless = IsNeedless,
};

}  // namespace fft
