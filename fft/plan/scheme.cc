#include "fft/plan/scheme.h"

namespace fft {

PlanNode NodeFor(const TransformRequest& request) {
  PlanNode node;
  node.axes = request.axes;
  node.loops = request.loops;
  node.in_side = request.in_side;
  node.out_side = request.out_side;
  node.row = request.row;
  switch (request.kind) {
    case TransformKind::kComplex:
    case TransformKind::kConvert:
      break;
    case TransformKind::kRealToHermitian:
      node.in_side = {AxisFormat::kReal};
      node.out_side = {AxisFormat::kHermitian};
      break;
    case TransformKind::kHermitianToReal:
      node.in_side = {AxisFormat::kHermitian};
      node.out_side = {AxisFormat::kReal};
      break;
  }
  return node;
}

PlanNode LeafOf(SchemeKind scheme, const TransformRequest& request) {
  PlanNode leaf = NodeFor(request);
  leaf.scheme = scheme;
  leaf.large_twiddle = request.large_twiddle;
  return leaf;
}

std::variant<std::vector<Choice>, Refusal> TakeKernel(const PlanNode& leaf,
                                                      const TransformRequest& request,
                                                      Planning* planning) {
  const absl::StatusOr<SharedChoice> kernel = planning->Kernel(leaf, request);
  if (!kernel.ok()) return Refusal{std::string(kernel.status().message())};
  return std::vector<Choice>{{{leaf.axes.back().length}, (*kernel)->price.Seconds(), *kernel}};
}

void PassLayouts(const TransformRequest& request, std::vector<TransformRequest>* children) {
  for (TransformRequest& child : *children) child.in_layout = child.out_layout = nullptr;
  if (children->empty()) return;
  children->front().in_layout = request.in_layout;
  children->back().out_layout = request.out_layout;
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
