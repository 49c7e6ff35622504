// Real transforms of any length by a complex transform of the same length.
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// The scheme for odd lengths, which have no pairs. It takes twice the arithmetic and memory of
// pairs:
//
//   forward   x[0..n) --convert--> x + 0i --complex n--> X[0..n) --convert--> X[0..n/2]
//   inverse   X[0..n/2] --convert--> X[0..n) --complex n--> x + 0i --convert--> x[0..n)
//
// Between the conversions rows have the length of the real side.

Dim Between(const Dim& dim, int64_t in_stride, int64_t out_stride) {
  return {dim.length, in_stride, out_stride};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kRealFull, request);
  const bool forward = request.kind == TransformKind::kRealToHermitian;
  const auto real_stride = forward ? &Dim::in_stride : &Dim::out_stride;
  TransformRequest widen = Conversion(request, {}, {}, {}, {}), narrow = widen, full = request;
  full.kind = TransformKind::kComplex;
  full.placement = Placement::kInPlace;
  full.axes.clear();
  full.loops.clear();
  widen.axes.clear();
  narrow.axes.clear();
  widen.in_side.format = forward ? AxisFormat::kReal : AxisFormat::kHermitian;
  narrow.out_side.format = forward ? AxisFormat::kHermitian : AxisFormat::kReal;
  const auto add = [real_stride](const Dim& dim, Dims* before, Dims* inside, Dims* after) {
    const int64_t stride = dim.*real_stride;
    before->push_back(Between(dim, dim.in_stride, stride));
    inside->push_back(Between(dim, stride, stride));
    after->push_back(Between(dim, stride, dim.out_stride));
  };
  for (const Dim& dim : request.axes) add(dim, &widen.axes, &full.axes, &narrow.axes);
  for (const Dim& dim : request.loops) add(dim, &widen.loops, &full.loops, &narrow.loops);
  return {widen, full, narrow};
}

}  // namespace

const Scheme kRealFullScheme = {
    .kind = SchemeKind::kRealFull,
    .summary = "complex transform of the same length between two conversions",
    .axes = 1,
    .applicable = TakesAll,
    .expand = Expand,
    .plans = PlansReal,
};

}  // namespace fft
