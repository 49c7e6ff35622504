// The charges of schemes for the workspace that their steps need.
#ifndef FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_
#define FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_

#include "fft/plan/scheme.h"

namespace fft {

// Bytes of the data of a request as complex numbers.
double DataBytes(const TransformRequest& request);

// Seconds of a workspace that holds the data once (WorkspacePenaltySeconds).
double WorkspaceSeconds(const TransformRequest& request, const Target& target);

// The charge for a scheme that moves its data at each of three steps: its workspaces, of which a
// transform in place needs two and any other one, and an extra on NVIDIA GPUs.
double TurningSeconds(const TransformRequest& request, const Target& target);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_WORKSPACE_SECONDS_H_
