#include "fft/plan/schemes/multi_axis.h"

#include "absl/strings/str_cat.h"
#include "fft/kernels/price.h"

namespace fft {

std::optional<Refusal> RefuseAxes(const TransformRequest& request, size_t axes) {
  if (request.axes.size() != axes) {
    return Refusal{absl::StrCat("takes ", axes, " axes, not ", request.axes.size())};
  }
  if (request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need one kernel"};
  }
  return std::nullopt;
}

void FillNode(SchemeKind kind, const TransformRequest& request, PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = kind;
}

TransformRequest InPlaceOf(TransformRequest request, int64_t Dim::*stride) {
  request.kind = TransformKind::kComplex;
  request.placement = Placement::kInPlace;
  for (Dims* dims : {&request.axes, &request.loops}) {
    for (Dim& dim : *dims) dim.in_stride = dim.out_stride = dim.*stride;
  }
  return request;
}

double CopySeconds(const TransformRequest& request, const Target& target) {
  double bytes = 2.0 * RealBytes(request.precision);
  for (const Dims* dims : {&request.axes, &request.loops}) {
    for (const Dim& dim : *dims) bytes *= static_cast<double>(dim.length);
  }
  return WorkspacePenaltySeconds(bytes, target);
}

double TurningSeconds(const TransformRequest& request, const Target& target) {
  // On an H200, volumes whose rows begin within sectors turn in up to 1.8 times what their kernels
  // were measured to take, and in place, by columns, in 1.2 times.
  constexpr double kCudaWorkspaces = 3;
  const double once = CopySeconds(request, target);
  const double workspaces = request.placement == Placement::kInPlace ? 2 : 1;
  return once * (target.dialect == Dialect::kCuda ? workspaces + kCudaWorkspaces : workspaces);
}

}  // namespace fft
