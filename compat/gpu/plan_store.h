// Plans of one device. All handles that ask for the same problem share a plan.
#ifndef FFT_COMPAT_GPU_PLAN_STORE_H_
#define FFT_COMPAT_GPU_PLAN_STORE_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "fft/fft.h"
#include "fft/fft_report.h"

namespace fft::compat {

// A plan whose workspace is known at once. Its kernels are compiled when Get is first called.
// Thread safe.
class LazyPlan {
 public:
  // Plans the problem. It uses only the host: nothing is compiled or sent to the device.
  static absl::StatusOr<std::shared_ptr<LazyPlan>> Describe(std::shared_ptr<Context> context,
                                                            const Problem& problem,
                                                            const Callbacks& callbacks);

  int64_t workspace_bytes() const { return workspace_bytes_; }

  // The plan. The first call compiles the kernels and sends the tables; other calls wait for it.
  // After a failure the next call tries again.
  absl::StatusOr<std::shared_ptr<const Plan>> Get();

 private:
  LazyPlan(std::shared_ptr<Context> context, PlanReport report)
      : context_(std::move(context)),
        workspace_bytes_(report.workspace_bytes),
        report_(std::make_unique<PlanReport>(std::move(report))) {}

  const std::shared_ptr<Context> context_;
  const int64_t workspace_bytes_;
  std::mutex mutex_;                          // guards all below
  std::unique_ptr<const PlanReport> report_;  // null once there is a plan
  std::shared_ptr<const Plan> plan_;
};

// The plans of one device, by problem. Thread safe.
class PlanStore {
 public:
  // The number of recently used plans that are kept even if no handle uses them. Programs that make
  // a plan for every call then find it again.
  static constexpr size_t kMostKept = 256;

  explicit PlanStore(std::shared_ptr<Context> context) : context_(std::move(context)) {}

  Context& context() { return *context_; }
  const std::shared_ptr<Context>& context_owner() const { return context_; }

  absl::StatusOr<std::shared_ptr<LazyPlan>> Find(const Problem& completed,
                                                 const Callbacks& callbacks = {});

 private:
  struct Key {
    std::string token;
    Callbacks callbacks;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Entry {
    Key key;
    std::shared_ptr<LazyPlan> plan;
  };
  // The plan of the key, or null. It becomes the most recently used one. `mutex_` must be held.
  std::shared_ptr<LazyPlan> Use(const Key& key);

  const std::shared_ptr<Context> context_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the most recently used first
};

}  // namespace fft::compat

#endif  // FFT_COMPAT_GPU_PLAN_STORE_H_
