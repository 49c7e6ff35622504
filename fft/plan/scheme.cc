#include "fft/plan/scheme.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace fft {

PlanNode NodeFor(SchemeKind scheme, const TransformRequest& request) {
  PlanNode node;
  node.scheme = scheme;
  node.kinds = request.kinds;
  node.axes = request.axes;
  node.loops = request.loops;
  node.in_side = request.in_side;
  node.out_side = request.out_side;
  node.large_twiddle = request.large_twiddle;
  node.row = request.row;
  switch (request.kind) {
    case TransformKind::kComplex:
    case TransformKind::kRealToReal:
    case TransformKind::kConvert:
    case TransformKind::kChain:
    case TransformKind::kLayer:
    case TransformKind::kOverlapAdd:
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
  if (request.axes.size() == 1 && HasRanges(request)) {
    const int64_t length = request.axes.front().length;
    node.in_side = SideOf(node.in_side.format, length, request.in_ranges);
    node.out_side = SideOf(node.out_side.format, length, request.out_ranges);
  }
  return node;
}

bool PlansProblems(const Scheme& scheme) {
  using enum TransformKind;
  if (scheme.only_by_name) return false;
  return scheme.plans(kComplex) || scheme.plans(kRealToHermitian) || scheme.plans(kRealToReal);
}

Applicability ChoicesOf(const Scheme& scheme, const TransformRequest& request, Planning* planning) {
  if (!TakesAxes(scheme, request)) {
    const std::string wanted = scheme.axes == 0   ? "2 or more axes"
                               : scheme.axes == 1 ? "1 axis"
                                                  : absl::StrCat(scheme.axes, " axes");
    return Refusal{absl::StrCat("takes ", wanted, ", not ", request.axes.size())};
  }
  if (request.kinds.size() > 1 && !scheme.mixes_kinds) {
    return Refusal{"its axes are of different kinds"};
  }
  const bool is_line = scheme.axes == 1 && WorkOf(scheme.kind) != LeafWork::kNone;
  const bool unfolds = scheme.splits_rows && request.row.operation == RowOperation::kUnfoldIn;
  if (request.large_twiddle.length > 0 && !is_line && !unfolds) {
    return Refusal{"the twiddles of the step around it need one kernel"};
  }
  const bool is_part = request.row.operation != RowOperation::kNone && !IsOfChains(request.kind);
  if (is_part && !is_line && !scheme.splits_rows) {
    return Refusal{"a part of a longer row takes one kernel"};
  }
  return scheme.applicable(request, planning);
}

Applicability TakeKernel(const PlanNode& leaf, const TransformRequest& request,
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

TransformRequest InPlaceOf(TransformRequest request, int64_t Dim::*stride) {
  if (PlansReal(request.kind)) request.kind = TransformKind::kComplex;
  request.placement = Placement::kInPlace;
  for (Dims* dims : {&request.axes, &request.loops}) {
    for (Dim& dim : *dims) dim.in_stride = dim.out_stride = dim.*stride;
  }
  return request;
}

void SimplifyKinds(std::vector<AxisKind>* kinds) {
  const auto differs = [kinds](AxisKind kind) { return kind != kinds->front(); };
  if (std::none_of(kinds->begin(), kinds->end(), differs)) kinds->resize(1);
}

std::string ToString(TransformKind kind) {
  switch (kind) {
    case TransformKind::kComplex:
      return "complex";
    case TransformKind::kRealToHermitian:
      return "real to Hermitian";
    case TransformKind::kHermitianToReal:
      return "Hermitian to real";
    case TransformKind::kRealToReal:
      return "real to real";
    case TransformKind::kConvert:
      return "conversion";
    case TransformKind::kChain:
      return "chain";
    case TransformKind::kLayer:
      return "Fourier layer";
    case TransformKind::kOverlapAdd:
      return "addition of frames";
  }
  return "?";
}

}  // namespace fft
