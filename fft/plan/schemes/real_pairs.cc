// Real transforms of even length by a complex transform of half the length.
#include "fft/plan/schemes/real_pairs.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// n = 2 h reals seen as h complex numbers (Sorensen, Jones, Heideman, Burrus, "Real-valued fast
// Fourier transform algorithms", 1987):
//
//   forward   x[0..n) as h pairs --complex h--> Z[0..h) --convert, in place--> X[0..h]
//   inverse   X[0..h] --convert--> Z[0..h) --complex h, in place--> h pairs
//
// In the forward direction, the complex transform writes rows of h elements into the output's rows
// of h + 1, so that the conversion runs in place. In the inverse direction, the conversion moves
// the rows to where the pairs belong.

Applicability Applicable(const TransformRequest& request, Planning*) {
  const int64_t length = request.axes.front().length;
  if (length % 2 != 0) return Refusal{absl::StrCat(length, " is odd: its reals are no pairs")};
  if (length == 2) return Refusal{"2 reals are one pair: converting it is the transform"};
  return std::vector<Choice>{Choice{}};
}

// Whether the range of reals that the array holds consists of whole pairs.
bool HoldsWholePairs(const TransformRequest& request) {
  const bool forward = request.kind == TransformKind::kRealToHermitian;
  const Ranges& ranges = forward ? request.in_ranges : request.out_ranges;
  return ranges.empty() || (ranges.back().first % 2 == 0 && ranges.back().count % 2 == 0);
}

// The member of Dim with the strides of the side that has reals.
int64_t Dim::*RealStride(const TransformRequest& request) {
  return request.kind == TransformKind::kRealToHermitian ? &Dim::in_stride : &Dim::out_stride;
}

Dims SameStrides(Dims dims, int64_t Dim::*stride) {
  for (Dim& dim : dims) dim.in_stride = dim.out_stride = dim.*stride;
  return dims;
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kRealPairs, request);
  TransformRequest pairs = PairUp(request);
  const AxisSide points, spectrum = {AxisFormat::kHermitianOfPairs};
  if (request.kind == TransformKind::kRealToHermitian) {
    return {pairs, Conversion(request, SameStrides(pairs.axes, &Dim::out_stride).front(),
                              SameStrides(pairs.loops, &Dim::out_stride), points, spectrum)};
  }
  const TransformRequest convert =
      Conversion(request, pairs.axes.front(), pairs.loops, spectrum, points);
  pairs.axes = SameStrides(pairs.axes, &Dim::out_stride);
  pairs.loops = SameStrides(pairs.loops, &Dim::out_stride);
  pairs.placement = Placement::kInPlace;
  return {convert, pairs};
}

}  // namespace

bool HoldsPairs(const TransformRequest& request) {
  const Dim& axis = request.axes.back();
  return PlansReal(request.kind) && axis.length % 2 == 0 && axis.*RealStride(request) == 1 &&
         HoldsWholePairs(request);
}

TransformRequest PairUp(const TransformRequest& request) {
  FFT_CHECK(HoldsPairs(request));
  const auto real_stride = RealStride(request);
  TransformRequest pairs = request;
  pairs.kind = TransformKind::kComplex;
  pairs.axes.back().length /= 2;
  const auto halve = [real_stride](Dim* dim) {
    FFT_CHECK(dim->*real_stride % 2 == 0);
    dim->*real_stride /= 2;
  };
  for (size_t i = 0; i + 1 < pairs.axes.size(); ++i) halve(&pairs.axes[i]);
  for (Dim& loop : pairs.loops) halve(&loop);
  const bool forward = request.kind == TransformKind::kRealToHermitian;
  Ranges& of_pairs = forward ? pairs.in_ranges : pairs.out_ranges;
  if (!of_pairs.empty()) of_pairs.back() = {of_pairs.back().first / 2, of_pairs.back().count / 2};
  return pairs;
}

PlanNode PairsLeaf(SchemeKind scheme, const TransformRequest& request) {
  TransformRequest pairs = PairUp(request);
  const bool forward = request.kind == TransformKind::kRealToHermitian;
  const Ranges of_spectrum = std::exchange(forward ? pairs.out_ranges : pairs.in_ranges, {});
  PlanNode leaf = NodeFor(scheme, pairs);
  (forward ? leaf.out_side : leaf.in_side) =
      SideOf(AxisFormat::kHermitianOfPairs, pairs.axes.back().length, of_spectrum);
  return leaf;
}

const Scheme kRealPairsScheme = {
    .kind = SchemeKind::kRealPairs,
    .summary = "complex transform of half the length on pairs, and a conversion",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .plans = PlansReal,
};

}  // namespace fft
