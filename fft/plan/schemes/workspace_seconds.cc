#include "fft/plan/schemes/workspace_seconds.h"

#include "fft/choice/price.h"

namespace fft {

double DataBytes(const TransformRequest& request) {
  double bytes = 2.0 * RealBytes(request.precision);
  for (const Dims* dims : {&request.axes, &request.loops}) {
    for (const Dim& dim : *dims) bytes *= static_cast<double>(dim.length);
  }
  return bytes;
}

double WorkspaceSeconds(const TransformRequest& request, const Target& target) {
  return WorkspacePenaltySeconds(DataBytes(request), target);
}

double TurningSeconds(const TransformRequest& request, const Target& target) {
  // Volumes whose rows begin within sectors turn in up to 1.8 times what their kernels were
  // measured to take, on an H200, and in place, by columns, in 1.2 times.
  constexpr double kCudaWorkspaces = 3;
  const double once = WorkspaceSeconds(request, target);
  const double workspaces = request.placement == Placement::kInPlace ? 2 : 1;
  return once * (target.dialect == Dialect::kCuda ? workspaces + kCudaWorkspaces : workspaces);
}

}  // namespace fft
