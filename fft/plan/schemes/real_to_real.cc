#include "fft/plan/schemes/real_to_real.h"

#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// n reals, P points of the Fourier transform that they are made of (fft/core/axis_kind.h):
//
//   x[0..n) --convert--> Z[0..P) --complex P, in place--> Z[0..P) --convert--> y[0..n)
//
// Z is packed, row after row, in an edge of its own.

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kRealToReal, request);
  const Dim& reals = request.axes.front();
  const RealAxis axis = RealAxisOf(request.kinds.front(), reals.length);
  const std::vector<int64_t> packed = PackedLoops(request.loops, axis.points);
  TransformRequest fourier = request;
  fourier.scheme = std::nullopt;
  fourier.kind = TransformKind::kComplex;
  fourier.kinds = {axis.fourier};
  fourier.placement = Placement::kInPlace;
  fourier.axes = {{axis.points, 1, 1}};
  Dims before = request.loops, after = request.loops;
  for (size_t i = 0; i < packed.size(); ++i) {
    before[i].out_stride = after[i].in_stride = packed[i];
    fourier.loops[i].in_stride = fourier.loops[i].out_stride = packed[i];
  }
  const Dim load = {axis.points, reals.in_stride, 1}, store = {axis.points, 1, reals.out_stride};
  return {Conversion(fourier, load, before, axis.in, {}), fourier,
          Conversion(fourier, store, after, {}, axis.out)};
}

}  // namespace

PlanNode RealAxisLeaf(SchemeKind scheme, const TransformRequest& request, RealPoints points) {
  PlanNode leaf = NodeFor(scheme, request);
  const RealAxis axis = RealAxisOf(request.kinds.front(), request.axes.front().length, points);
  leaf.kinds = {axis.fourier};
  leaf.axes.front().length = axis.points;
  leaf.in_side = axis.in;
  leaf.out_side = axis.out;
  return leaf;
}

const Scheme kRealToRealScheme = {
    .kind = SchemeKind::kRealToReal,
    .summary = "complex transform between two conversions of reals",
    .axes = 1,
    .applicable = TakesAll,
    .expand = Expand,
    .plans = PlansRealToReal,
};

}  // namespace fft
