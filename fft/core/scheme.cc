#include "fft/core/scheme.h"

namespace fft {

PlanNode NodeFor(const TransformRequest& request) {
  PlanNode node;
  node.axes = request.axes;
  node.loops = request.loops;
  node.in_side = request.in_side;
  node.out_side = request.out_side;
  switch (request.kind) {
    case TransformKind::kComplex:
    case TransformKind::kConvert:
      break;
    case TransformKind::kRealToHermitian:
      node.in_side = {AxisData::kReal};
      node.out_side = {AxisData::kHermitian};
      break;
    case TransformKind::kHermitianToReal:
      node.in_side = {AxisData::kHermitian};
      node.out_side = {AxisData::kReal};
      break;
  }
  return node;
}

std::string ToString(TransformKind kind) {
  switch (kind) {
    case TransformKind::kComplex:
      return "complex";
    case TransformKind::kRealToHermitian:
      return "real to Hermitian";
    case TransformKind::kHermitianToReal:
      return "Hermitian to real";
    case TransformKind::kConvert:
      return "conversion";
  }
  return "?";
}

}  // namespace fft
