// What the schemes of 2D and 3D transforms share.
#ifndef FFT_PLAN_SCHEMES_MULTI_AXIS_H_
#define FFT_PLAN_SCHEMES_MULTI_AXIS_H_

#include <cstddef>
#include <optional>

#include "fft/plan/scheme.h"

namespace fft {

// Why a scheme of `axes` axes cannot take the request; nothing when it can.
std::optional<Refusal> RefuseAxes(const TransformRequest& request, size_t axes);

// The node of an internal scheme over the request's axes and loops.
void FillNode(SchemeKind kind, const TransformRequest& request, PlanNode* node);

// The complex transform in place in the numbering of one edge: `stride` says which.
TransformRequest InPlaceOf(TransformRequest request, int64_t Dim::*stride);

// What a scheme is charged for a workspace that holds the data once (WorkspacePenaltySeconds).
double CopySeconds(const TransformRequest& request, const Target& target);

// The same of a scheme that moves its data at each of three steps: twice that in place.
double TurningSeconds(const TransformRequest& request, const Target& target);

// Applicable of a scheme with nothing to choose.
template <size_t kAxes>
std::variant<std::vector<Choice>, Refusal> TakesAxes(const TransformRequest& request, Planning&) {
  if (std::optional<Refusal> refusal = RefuseAxes(request, kAxes)) return *std::move(refusal);
  return std::vector<Choice>{Choice{}};
}

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_MULTI_AXIS_H_
