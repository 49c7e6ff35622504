// The plans that clients asked for, by content: asking twice gives the same plan.
#ifndef INSPECTOR_SERVER_PLAN_STORE_H_
#define INSPECTOR_SERVER_PLAN_STORE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/plan_request.h"

namespace fft::inspector {

// One plan; never changes once stored.
struct StoredPlan {
  std::string id;         // 16 hexadecimal digits
  std::string canonical;  // CanonicalText of the request
  PlanDescription plan;
  double planning_ms = 0;
};

// The plans that were used last, within a limit of weight; an id that fell out is unknown until its
// request is made again. Thread safe.
class PlanStore {
 public:
  explicit PlanStore(int64_t weight_limit) : weight_limit_(weight_limit) {}

  // The plan of an equal earlier request, or a new one; Cancelled when `cancellation` is.
  absl::StatusOr<std::shared_ptr<const StoredPlan>> Make(const PlanRequest& request,
                                                         const Cancellation& cancellation = {});

  // The plan of an equal earlier request, or null.
  std::shared_ptr<const StoredPlan> FindEqual(const PlanRequest& request);

  // The plan of an id. NotFound when it is not held.
  absl::StatusOr<std::shared_ptr<const StoredPlan>> Find(const std::string& id);

  // All plans, most recently used first.
  std::vector<std::shared_ptr<const StoredPlan>> List();

 private:
  std::shared_ptr<const StoredPlan> FindCanonical(const std::string& canonical);
  void Insert(std::shared_ptr<StoredPlan> plan);

  const int64_t weight_limit_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const StoredPlan>> plans_;  // most recently used first
};

// The approximate number of records in a plan: candidates times steps, and tries of the search.
int64_t Weight(const PlanDescription& plan);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_PLAN_STORE_H_
