// The state behind the routes: plans and this machine's device.
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

// The server's state. Thread safe. Only a limited number of calls that take time or memory run at
// once; other calls wait. A call gets Unavailable if it waits too long or if too many calls wait. A
// call ends early with Cancelled if its cancellation is cancelled.
class Service {
 public:
  // If there is no device, `context` holds the reason. Everything except runs then still works.
  explicit Service(absl::StatusOr<std::shared_ptr<Context>> context,
                   std::vector<rtc::DeviceKindListing> devices, const RunLimits& run_limits = {});

  absl::StatusOr<std::shared_ptr<const StoredPlan>> MakePlan(const PlanRequest& request,
                                                             const Cancellation& cancellation);
  // Whether the request can be planned. The plan is not kept.
  absl::Status CheckPlan(const PlanRequest& request, const Cancellation& cancellation);
  absl::StatusOr<RunReport> Run(const PlanDescription& plan, const RunRequest& request,
                                const Cancellation& cancellation);
  // Queues a measurement of candidates and returns the id of its job. The result is stored for the
  // plan.
  absl::StatusOr<std::string> Measure(std::shared_ptr<const StoredPlan> plan,
                                      const MeasureRequest& request);
  // Queues a sweep and returns the id of its job. The result is stored for the plan.
  absl::StatusOr<std::string> StartSweep(std::shared_ptr<const StoredPlan> plan,
                                         const SweepRequest& request);
  // The latest result of a job for a plan, or null. `kind` is "measure" or "sweep".
  Json FindingOf(const std::string& kind, const std::string& plan_id);
  absl::StatusOr<Json> Compile(const kernels::PlannedKernel& kernel, const Target& target,
                               const Cancellation& cancellation);
  // The stored result of Compile. NotFound if the kernel has not been compiled.
  absl::StatusOr<Json> Compiled(const kernels::PlannedKernel& kernel, const Target& target);
  // The plan as one file, with its views and the answers in `machine`, which do not belong to the
  // plan. Requests for the same file share one text, or one compressed text.
  enum class ExportKind { kJson, kHtml };
  absl::StatusOr<std::shared_ptr<const std::string>> Export(const StoredPlan& plan,
                                                            const Json& machine, ExportKind kind,
                                                            bool gzip,
                                                            const Cancellation& cancellation);
  // A place in the gate of planning.
  absl::StatusOr<std::shared_ptr<void>> EnterPlan(const Cancellation& cancellation) {
    return planning_.Enter(cancellation);
  }
  // A place in the gate of views.
  absl::StatusOr<std::shared_ptr<void>> EnterView(const Cancellation& cancellation);
  // Waits for room for an answer of `bytes` bytes. The room is held until the answer is sent.
  absl::StatusOr<std::shared_ptr<void>> HoldBytes(size_t bytes, const Cancellation& cancellation);

  // Takes one of the places for streams. Unavailable if there is none. The place is free again when
  // the last copy of the pointer is destroyed.
  absl::StatusOr<std::shared_ptr<void>> TakeStream();

  PlanStore& plans() { return plans_; }
  JobQueue& jobs() { return jobs_; }
  const absl::StatusOr<std::shared_ptr<Context>>& context() const { return context_; }
  const std::vector<rtc::DeviceKindListing>& devices() const { return devices_; }
  // The device's target, or the host's if there is no device.
  const Target& default_target() const { return default_target_; }

 private:
  static constexpr int kStreamsAtOnce = 16;
  static constexpr size_t kMostFindings = 128;
  static constexpr size_t kKeptExports = 4;

  absl::Status HasDevice(const char* purpose) const;
  // Queues work for the device. Its result is kept for the plan.
  absl::StatusOr<std::string> SubmitForDevice(const std::string& kind, const std::string& plan_id,
                                              JobWork work);

  using Text = std::shared_ptr<const std::string>;
  // The text of `key` in exports_. It is made if it is not there. The caller must hold a place of
  // exporting_.
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
  Gate answers_;  // the gate's weights are bytes
  std::counting_semaphore<kStreamsAtOnce> streams_{kStreamsAtOnce};
  KernelCompiler compiler_;
  // The files made last, the newest last. Guarded by exporting_.
  std::deque<std::pair<std::string, Text>> exports_;
  std::mutex mutex_;
  // The results of jobs by kind and plan, the newest last. mutex_ guards them.
  std::deque<std::pair<std::string, Json>> findings_;
  JobQueue jobs_;  // the last member, since its jobs use the others
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_SERVICE_H_
