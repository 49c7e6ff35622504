// A client's request for a plan.
#ifndef INSPECTOR_SERVER_PLAN_REQUEST_H_
#define INSPECTOR_SERVER_PLAN_REQUEST_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

struct PlanRequest {
  Problem problem;  // completed by CompleteProblem; if there is a chain, its arrays
  Target target;
  PlanOptions options;
  std::optional<Chain> chain = std::nullopt;  // completed by CompleteChain
  int part = 0;                               // the requested one of ChainDescription::parts
};

// The most candidates that a client may request. The limit bounds the time and memory of a plan.
inline constexpr int kMaxCandidates = 2000;

// Reads {"problem": {...} or "token": "...", "target": "gfx90a", "options": {...}, "part": 0}. The
// token may be a chain's. If there is no target, it is `default_target`. Errors name the faulty
// member.
absl::StatusOr<PlanRequest> ParsePlanRequest(const Json& json, const Target& default_target);

// Reads {"problem": {...}} or {"token": "..."} and completes the problem.
absl::StatusOr<Problem> ParseProblemMember(const Json& json);
// The completed chain of {"token": "..."}, or nullopt if the body does not name a chain.
absl::StatusOr<std::optional<Chain>> ParseChainMember(const Json& json);

// Reads options. `most_candidates` is the largest allowed max_candidates. Requests to the server
// use the default.
absl::StatusOr<PlanOptions> ParsePlanOptions(const Json& json,
                                             int most_candidates = kMaxCandidates);
// The JSON object that ParsePlanOptions reads as these options.
Json OptionsMember(const PlanOptions& options);

// The options with a token that ends planning when `cancellation` is cancelled.
PlanOptions CancelledBy(const Cancellation& cancellation, PlanOptions options);

// A text that is equal for equal requests and different for different ones.
std::string CanonicalText(const PlanRequest& request);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PLAN_REQUEST_H_
