#include "fft/plan/schemes/workspace_seconds.h"

#include "fft/choice/price.h"
#include "fft/machine/model.h"

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
  const double once = WorkspaceSeconds(request, target);
  const double workspaces = request.placement == Placement::kInPlace ? 2 : 1;
  return once * (workspaces + ModelOf(target).plan.turning_steps);
}

}  // namespace fft
