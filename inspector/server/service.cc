#include "inspector/server/service.h"

#include <algorithm>
#include <utility>

#include "fft/base/options.h"
#include "fft/base/status.h"
#include "inspector/server/plan_runner.h"

namespace fft::inspector {
namespace {

// Plans weigh about this many records each of a few hundred bytes.
constexpr int64_t kPlanWeightLimit = 400000;
constexpr auto kWait = std::chrono::seconds(20);

// Gives the slot back when it goes.
template <typename Semaphore>
class Slot {
 public:
  explicit Slot(Semaphore& semaphore)
      : semaphore_(semaphore), held_(semaphore.try_acquire_for(kWait)) {}
  ~Slot() {
    if (held_) semaphore_.release();
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  bool held() const { return held_; }

 private:
  Semaphore& semaphore_;
  const bool held_;
};

}  // namespace

Service::Service(absl::StatusOr<std::shared_ptr<Context>> context,
                 std::vector<rtc::DeviceKindListing> devices)
    : context_(std::move(context)),
      devices_(std::move(devices)),
      plans_(kPlanWeightLimit),
      compiler_(ReadEnvironment()) {
  default_target_ = context_.ok() ? (*context_)->target() : *FindTarget("host");
}

absl::StatusOr<std::shared_ptr<const StoredPlan>> Service::MakePlan(const PlanRequest& request) {
  const Slot slot(planning_);
  if (!slot.held()) return absl::UnavailableError("too many plans are being made; try again");
  return plans_.Make(request);
}

absl::StatusOr<RunReport> Service::Run(const PlanDescription& plan, const RunRequest& request) {
  if (!context_.ok()) {
    return absl::UnavailableError("no device to run on: " +
                                  std::string(context_.status().message()));
  }
  const Slot slot(running_);
  if (!slot.held()) return absl::UnavailableError("another run is not done yet; try again");
  return RunPlan(plan, request, **context_);
}

absl::StatusOr<std::string> Service::Measure(std::shared_ptr<const StoredPlan> plan,
                                             const MeasureRequest& request) {
  if (!context_.ok()) {
    return absl::UnavailableError("no device to measure on: " +
                                  std::string(context_.status().message()));
  }
  int64_t bytes = 0;
  for (int candidate : request.candidates) bytes = std::max(bytes, RunBytes(plan->plan, candidate));
  FFT_RETURN_IF_ERROR(CheckRunnable(plan->plan, bytes, **context_));
  return jobs_.Submit("measure " + plan->id, [this, plan, request](JobControl& control) {
    running_.acquire();
    absl::StatusOr<Json> measured = MeasureCandidates(plan->plan, request, **context_, control);
    running_.release();
    if (measured.ok()) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (measurements_.size() >= kMaxMeasurements) measurements_.erase(measurements_.begin());
      measurements_[plan->id] = *measured;
    }
    return measured;
  });
}

Json Service::MeasurementOf(const std::string& plan_id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = measurements_.find(plan_id);
  return it == measurements_.end() ? Json(nullptr) : it->second;
}

absl::StatusOr<Json> Service::Compile(const codegen::PlannedKernel& kernel, const Target& target) {
  const Slot slot(compiling_);
  if (!slot.held()) return absl::UnavailableError("too many kernels are being compiled; try again");
  return compiler_.Compile(kernel, target);
}

absl::StatusOr<std::shared_ptr<void>> Service::TakeStream() {
  if (!streams_.try_acquire()) {
    return absl::UnavailableError("too many streams are open; GET the job instead");
  }
  return std::shared_ptr<void>(nullptr, [this](void*) { streams_.release(); });
}

}  // namespace fft::inspector
