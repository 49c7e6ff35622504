// The plans that clients have requested. Equal requests give the same plan.
#ifndef INSPECTOR_SERVER_PLAN_STORE_H_
#define INSPECTOR_SERVER_PLAN_STORE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/plan_request.h"

namespace fft::inspector {

// The chain that a plan is a part of.
struct ChainOfPlan {
  std::string token;
  int part = 0;
  std::vector<std::string> parts;  // the names of all parts; "whole" if there is only one
  int64_t between_bytes = 0;       // as in ChainDescription
  int64_t workspace_bytes = 0;
};

// A plan with its request. It does not change once it is stored.
struct StoredPlan {
  std::string id;         // 16 hexadecimal digits
  std::string canonical;  // CanonicalText of the request
  PlanDescription plan;
  std::optional<ChainOfPlan> chain = std::nullopt;
  double planning_ms = 0;
};

// The token of the plan's problem, or of its chain.
std::string TokenOf(const StoredPlan& plan);

// Makes the plan that a client requests. It has no id. Cancelled if `cancellation` is cancelled.
absl::StatusOr<StoredPlan> MakePlan(const PlanRequest& request, const Cancellation& cancellation);

// The plans that were used last, up to a limit on the sum of their weights. The id of a dropped
// plan is unknown until the plan is requested again. Thread safe.
class PlanStore {
 public:
  explicit PlanStore(int64_t weight_limit) : weight_limit_(weight_limit) {}

  // The plan of an equal earlier request, or a new plan. Cancelled if `cancellation` is cancelled.
  absl::StatusOr<std::shared_ptr<const StoredPlan>> Make(const PlanRequest& request,
                                                         const Cancellation& cancellation = {});

  // The plan of an equal earlier request, or null.
  std::shared_ptr<const StoredPlan> FindEqual(const PlanRequest& request);

  // The plan with this id. NotFound if the store does not hold it.
  absl::StatusOr<std::shared_ptr<const StoredPlan>> Find(const std::string& id);

  // All plans, the most recently used one first.
  std::vector<std::shared_ptr<const StoredPlan>> List();

 private:
  std::shared_ptr<const StoredPlan> FindCanonical(const std::string& canonical);
  void Insert(std::shared_ptr<StoredPlan> plan);

  const int64_t weight_limit_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const StoredPlan>> plans_;  // most recently used first
};

// The weight of a plan: roughly the number of its records, which are the steps of all candidates
// and the tries of the search.
int64_t Weight(const PlanDescription& plan);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PLAN_STORE_H_
