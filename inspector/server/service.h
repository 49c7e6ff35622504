// The state behind the routes: plans made so far and this machine's device.
#ifndef INSPECTOR_SERVER_SERVICE_H_
#define INSPECTOR_SERVER_SERVICE_H_

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/core/target.h"
#include "fft/exec/context.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/http/gate.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/runs/jobs.h"
#include "inspector/server/runs/measure.h"
#include "inspector/server/runs/run_view.h"
#include "inspector/server/runs/sweep.h"
#include "inspector/server/views/code_view.h"

namespace fft::inspector {

// The server's state. Thread safe. Only so many calls that take time or memory run at once; others
// wait their turn. A call that waits too long, or finds too many waiting, gets Unavailable. Work
// ends early, with Cancelled, when its cancellation says so.
class Service {
 public:
  // `context` may hold the reason why there is no device; everything except runs works then.
  explicit Service(absl::StatusOr<std::shared_ptr<Context>> context,
                   std::vector<rtc::DeviceKindListing> devices, const RunLimits& run_limits = {});

  absl::StatusOr<std::shared_ptr<const StoredPlan>> MakePlan(const PlanRequest& request,
                                                             const Cancellation& cancellation);
  // Whether there is a plan for a request. The plan is not kept.
  absl::Status CheckPlan(const PlanRequest& request, const Cancellation& cancellation);
  absl::StatusOr<RunReport> Run(const PlanDescription& plan, const RunRequest& request,
                                const Cancellation& cancellation);
  // Queues a measurement of candidates and returns the id of its job. The result is kept for the
  // plan.
  absl::StatusOr<std::string> Measure(std::shared_ptr<const StoredPlan> plan,
                                      const MeasureRequest& request);
  // Queues a sweep and returns the id of its job. The result is kept for the plan.
  absl::StatusOr<std::string> StartSweep(std::shared_ptr<const StoredPlan> plan,
                                         const SweepRequest& request);
  // The last result of a job for a plan, or null. `kind` is "measure" or "sweep".
  Json FindingOf(const std::string& kind, const std::string& plan_id);
  absl::StatusOr<Json> Compile(const kernels::PlannedKernel& kernel, const Target& target,
                               const Cancellation& cancellation);
  // The last result of Compile; NotFound when it has not been asked.
  absl::StatusOr<Json> Compiled(const kernels::PlannedKernel& kernel, const Target& target);
  // The plan as one file: its views and the answers in `machine`, which are not the plan's.
  // Requests for the same file share one text, or its gzip format.
  enum class ExportKind { kJson, kHtml };
  absl::StatusOr<std::shared_ptr<const std::string>> Export(const StoredPlan& plan,
                                                            const Json& machine, ExportKind kind,
                                                            bool gzip,
                                                            const Cancellation& cancellation);
  // A place to make a plan in.
  absl::StatusOr<std::shared_ptr<void>> EnterPlan(const Cancellation& cancellation) {
    return planning_.Enter(cancellation);
  }
  // A place to compute a view in.
  absl::StatusOr<std::shared_ptr<void>> EnterView(const Cancellation& cancellation);
  // Waits for room for an answer of `bytes`, which it has until the answer is sent.
  absl::StatusOr<std::shared_ptr<void>> HoldBytes(size_t bytes, const Cancellation& cancellation);

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
  static constexpr int kStreamsAtOnce = 16;
  static constexpr size_t kMostFindings = 128;
  static constexpr size_t kKeptExports = 4;

  absl::Status HasDevice(const char* purpose) const;
  // Queues work for the device; its result is kept for the plan.
  absl::StatusOr<std::string> SubmitForDevice(const std::string& kind, const std::string& plan_id,
                                              JobWork work);

  using Text = std::shared_ptr<const std::string>;
  // The text of `key` in exports_, made if it is not there; inside exporting_.
  absl::StatusOr<Text> KeepExport(const std::string& key, const Cancellation& cancellation,
                                  const std::function<absl::StatusOr<std::string>()>& make);

  const absl::StatusOr<std::shared_ptr<Context>> context_;
  const std::vector<rtc::DeviceKindListing> devices_;
  Target default_target_;
  PlanStore plans_;
  const RunLimits run_limits_;
  Gate planning_;
  Gate compiling_;
  Gate viewing_;
  Gate exporting_;
  Gate running_;
  Gate answers_;  // in bytes
  std::counting_semaphore<kStreamsAtOnce> streams_{kStreamsAtOnce};
  KernelCompiler compiler_;
  // The last files made, newest last; guarded by exporting_.
  std::deque<std::pair<std::string, Text>> exports_;
  std::mutex mutex_;
  // Results of jobs by kind and plan, newest last; guarded by mutex_.
  std::deque<std::pair<std::string, Json>> findings_;
  JobQueue jobs_;  // last: its jobs use the rest
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_SERVICE_H_
