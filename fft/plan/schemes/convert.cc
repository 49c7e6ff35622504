#include "fft/plan/schemes/convert.h"

#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// One pointwise kernel, n the length of the axis:
//
//   real               -> complex             x[j]  ->  x[j] + 0 i
//   complex            -> real                x[j]  ->  Re x[j]
//   Hermitian          -> complex             X[k], k <= n/2  ->  X[k] and X[n-k] = conj(X[k])
//   complex            -> Hermitian           X[k]  ->  X[k], k <= n/2
//   complex            -> Hermitian of pairs  the spectrum Z of pairs x[2j] + i x[2j+1] to that of
//                                             x: X[k] = E + W O, X[n-k] = conj(E - W O) with
//                                             E = (Z[k] + conj(Z[n-k])) / 2,
//                                             O = (Z[k] - conj(Z[n-k])) / 2i, W = exp(-2 pi i k/2n)
//   Hermitian of pairs -> complex             the reverse, times 2
//
// The conversions of a real-to-real transform make the points of its Fourier transform from reals,
// or reals from its results (fft/core/axis_kind.h).
//
// The conversions of a convolution of length M with a chirp c whose filter is B
// (fft/plan/schemes/bluestein.cc):
//
//   complex            -> chirped             x[j] c[j], j < n, then zeros
//   chirped spectrum   -> filtered            Y[k]  ->  conj(Y[k] B[k])
//   convolved          -> complex             z[k]  ->  conj(z[k]) c[k], k < n

bool PlansConversions(TransformKind kind) { return kind == TransformKind::kConvert; }

}  // namespace

PlanNode ConversionLeaf(const TransformRequest& request) {
  PlanNode leaf = NodeFor(SchemeKind::kConvert, request);
  for (const AxisSide& side : {request.in_side, request.out_side}) {
    if (IsChirped(side.format)) leaf.convolution = side.length;
  }
  return leaf;
}

TransformRequest Conversion(const TransformRequest& around, const Dim& axis, const Dims& loops,
                            AxisSide in_side, AxisSide out_side) {
  TransformRequest request;
  request.kind = TransformKind::kConvert;
  request.kinds = around.kinds;
  request.axes = {axis};
  request.loops = loops;
  request.precision = around.precision;
  request.in_side = in_side;
  request.out_side = out_side;
  return request;
}

const Scheme kConvertScheme = {
    .kind = SchemeKind::kConvert,
    .summary = "one pointwise kernel between real, Hermitian and complex data",
    .axes = 1,
    .applicable = TakesLeaf<ConversionLeaf>,
    .expand = ExpandLeaf<ConversionLeaf>,
    .plans = PlansConversions,
};

}  // namespace fft
