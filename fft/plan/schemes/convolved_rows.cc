#include "fft/plan/schemes/convolved_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/core/convolution.h"
#include "fft/machine/machine.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/real_pairs.h"
#include "fft/plan/schemes/workspace_seconds.h"

namespace fft {
namespace {

// Whether the first kernel makes pairs of reals from their spectrum. The reverse, from pairs to a
// spectrum, is a separate kernel, because it reads elements of different columns.
bool MakesPairs(const TransformRequest& request) {
  return request.kind == TransformKind::kHermitianToReal && HoldsPairs(request);
}

TransformRequest OnPoints(const TransformRequest& request) {
  return MakesPairs(request) ? PairUp(request) : request;
}

}  // namespace

int64_t ConvolvedPoints(const TransformRequest& request) {
  return OnPoints(request).axes.front().length;
}

double PairsSeconds(const TransformRequest& request, const Target& target) {
  if (!LanesAreVectors(target) || !MakesPairs(request)) return 0;
  return DataBytes(request) / (target.bandwidth_gbs * 1e9);
}

ConvolvedRows PackConvolvedRows(const TransformRequest& request, int64_t length) {
  const TransformRequest points = OnPoints(request);
  const PlanNode conversion = NodeFor(SchemeKind::kConvert, points);
  ConvolvedRows rows;
  rows.length = length;
  rows.in_side = MakesPairs(request) ? AxisSide{AxisFormat::kHermitianOfPairs} : conversion.in_side;
  rows.out_side = conversion.out_side;
  rows.given = points.loops;
  rows.given.push_back(points.axes.front());
  rows.packed = rows.given;
  rows.packed.back().length = length;
  std::vector<Dim*> order;
  for (Dim& dim : rows.packed) order.push_back(&dim);
  std::stable_sort(order.begin(), order.end(),
                   [](const Dim* a, const Dim* b) { return a->in_stride < b->in_stride; });
  int64_t stride = 1;
  for (Dim* dim : order) {
    dim->in_stride = dim->out_stride = stride;
    stride *= dim->length;
  }
  return rows;
}

Dims Between(const Dims& lengths, const Dims& in, const Dims& out) {
  Dims dims = lengths;
  for (size_t i = 0; i < dims.size(); ++i) {
    dims[i].in_stride = in[i].in_stride;
    dims[i].out_stride = out[i].out_stride;
  }
  return dims;
}

TransformRequest ConversionOver(const TransformRequest& around, Dims dims, AxisSide in_side,
                                AxisSide out_side) {
  const Dim axis = dims.back();
  dims.pop_back();
  return Conversion(around, axis, dims, in_side, out_side);
}

TransformRequest IntoRows(const TransformRequest& around, const ConvolvedRows& rows) {
  return ConversionOver(around, Between(rows.given, rows.given, rows.packed), rows.in_side,
                        {AxisFormat::kChirped, rows.length});
}

TransformRequest OutOfRows(const TransformRequest& around, const ConvolvedRows& rows) {
  return ConversionOver(around, Between(rows.given, rows.packed, rows.given),
                        {AxisFormat::kConvolved, rows.length}, rows.out_side);
}

bool NeedsNoLongConvolution(const TransformRequest& request, SchemeKind best) {
  if (best == SchemeKind::kRader || best == SchemeKind::kBluestein) return true;
  return LargestPrimeFactor(request.axes.front().length) <= kMaxPrimeRadix;
}

std::string RefuseConvolvedRows(const TransformRequest& request) {
  const int64_t n = ConvolvedPoints(request);
  if (n >= 2 && n <= kMaxConvolvedPoints) return "";
  return absl::StrCat("a convolution takes lengths from 2 to ", kMaxConvolvedPoints);
}

}  // namespace fft
