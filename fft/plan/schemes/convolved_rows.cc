#include "fft/plan/schemes/convolved_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/core/convolution.h"
#include "fft/plan/schemes/convert.h"

namespace fft {

ConvolvedRows PackConvolvedRows(const TransformRequest& request, int64_t length) {
  ConvolvedRows rows;
  rows.length = length;
  rows.given = request.loops;
  rows.given.push_back(request.axes.front());
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
  return ConversionOver(around, Between(rows.given, rows.given, rows.packed),
                        NodeFor(SchemeKind::kConvert, around).in_side,
                        {AxisFormat::kChirped, rows.length});
}

TransformRequest OutOfRows(const TransformRequest& around, const ConvolvedRows& rows) {
  return ConversionOver(around, Between(rows.given, rows.packed, rows.given),
                        {AxisFormat::kConvolved, rows.length},
                        NodeFor(SchemeKind::kConvert, around).out_side);
}

bool NeedsNoLongConvolution(const TransformRequest& request, SchemeKind best) {
  if (best == SchemeKind::kRader || best == SchemeKind::kBluestein) return true;
  return LargestPrimeFactor(request.axes.front().length) <= kMaxPrimeRadix;
}

std::string RefuseConvolvedRows(const TransformRequest& request) {
  const int64_t n = request.axes.front().length;
  if (n >= 2 && n <= kMaxConvolvedPoints) return "";
  return absl::StrCat("a convolution takes lengths from 2 to ", kMaxConvolvedPoints);
}

}  // namespace fft
