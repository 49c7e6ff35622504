// The seconds that schemes are charged for the workspace of their steps.
#ifndef FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_
#define FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_

#include "fft/plan/scheme.h"

namespace fft {

// Bytes of the data of a request as complex numbers.
double DataBytes(const TransformRequest& request);

// The seconds charged for a workspace that holds the data once (WorkspacePenaltySeconds).
double WorkspaceSeconds(const TransformRequest& request, const Target& target);

// The seconds charged for a scheme that moves its data at each of three steps: two workspaces for a
// transform in place, one for any other, and the model's extra share (PlanWeights::turning_steps).
double TurningSeconds(const TransformRequest& request, const Target& target);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_
