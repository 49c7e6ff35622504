// The state behind the routes: plans made so far and this machine's device.
#ifndef INSPECTOR_SERVER_SERVICE_H_
#define INSPECTOR_SERVER_SERVICE_H_

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/target.h"
#include "fft/exec/context.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/code_view.h"
#include "inspector/server/jobs.h"
#include "inspector/server/measure.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/run_view.h"

namespace fft::inspector {

// Thread safe. Planning and running are limited in number at a time; who finds no free slot in time
// gets Unavailable.
class Service {
 public:
  // `context` may hold the reason why there is no device; everything but runs works then.
  explicit Service(absl::StatusOr<std::shared_ptr<Context>> context,
                   std::vector<rtc::DeviceKindListing> devices);

  absl::StatusOr<std::shared_ptr<const StoredPlan>> MakePlan(const PlanRequest& request);
  absl::StatusOr<RunReport> Run(const PlanDescription& plan, const RunRequest& request);
  // Queues a measurement of candidates; the id of its job. What it finds is kept for the plan.
  absl::StatusOr<std::string> Measure(std::shared_ptr<const StoredPlan> plan,
                                      const MeasureRequest& request);
  // The last measurement of a plan, or null.
  Json MeasurementOf(const std::string& plan_id);
  absl::StatusOr<Json> Compile(const codegen::PlannedKernel& kernel, const Target& target);

  // Takes one of the places for streams; Unavailable when there is none. The place is given back
  // when the pointer's last copy goes.
  absl::StatusOr<std::shared_ptr<void>> TakeStream();

  PlanStore& plans() { return plans_; }
  JobQueue& jobs() { return jobs_; }
  const absl::StatusOr<std::shared_ptr<Context>>& context() const { return context_; }
  const std::vector<rtc::DeviceKindListing>& devices() const { return devices_; }
  // The device's target; the host's without a device.
  const Target& default_target() const { return default_target_; }

 private:
  static constexpr int kPlansAtOnce = 4;
  static constexpr int kCompilesAtOnce = 2;
  static constexpr int kStreamsAtOnce = 16;
  static constexpr size_t kMaxMeasurements = 64;

  const absl::StatusOr<std::shared_ptr<Context>> context_;
  const std::vector<rtc::DeviceKindListing> devices_;
  Target default_target_;
  PlanStore plans_;
  std::counting_semaphore<kPlansAtOnce> planning_{kPlansAtOnce};
  std::counting_semaphore<kCompilesAtOnce> compiling_{kCompilesAtOnce};
  std::counting_semaphore<kStreamsAtOnce> streams_{kStreamsAtOnce};
  std::counting_semaphore<1> running_{1};
  KernelCompiler compiler_;
  std::mutex mutex_;
  std::map<std::string, Json> measurements_;  // by plan id; guarded by mutex_
  JobQueue jobs_;                             // last: its jobs use the rest
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_SERVICE_H_
