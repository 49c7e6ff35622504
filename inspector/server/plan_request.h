// A client's request for a plan.
#ifndef INSPECTOR_SERVER_PLAN_REQUEST_H_
#define INSPECTOR_SERVER_PLAN_REQUEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

struct PlanRequest {
  Problem problem;  // completed
  Target target;
  PlanOptions options;
};

// The most candidates a client may ask for: bounds the time and memory of one plan.
inline constexpr int kMaxCandidates = 2000;

// Reads {"problem": {...} or "token": "...", "target": "gfx90a", "options": {...}}.
// `default_target` stands in for a missing target. Errors name the member at fault.
absl::StatusOr<PlanRequest> ParsePlanRequest(const Json& json, const Target& default_target);

// The completed problem of {"problem": {...}} or {"token": "..."}.
absl::StatusOr<Problem> ParseProblemMember(const Json& json);

// Reads options. `most_candidates` is the largest max_candidates that is allowed; clients of the
// server get no more.
absl::StatusOr<PlanOptions> ParsePlanOptions(const Json& json,
                                             int most_candidates = kMaxCandidates);
// The JSON that gives these options.
Json OptionsMember(const PlanOptions& options);

// The options with which the library's stages end when `cancellation` is cancelled.
PlanOptions CancelledBy(const Cancellation& cancellation, PlanOptions options);

// Equal requests, and only they, have equal texts.
std::string CanonicalText(const PlanRequest& request);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PLAN_REQUEST_H_
