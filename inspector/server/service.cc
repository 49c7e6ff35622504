#include "inspector/server/service.h"

#include <utility>

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
    : context_(std::move(context)), devices_(std::move(devices)), plans_(kPlanWeightLimit) {
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

}  // namespace fft::inspector
