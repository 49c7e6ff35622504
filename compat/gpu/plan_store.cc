#include "compat/gpu/plan_store.h"

#include <algorithm>
#include <utility>

#include "fft/base/status.h"

namespace fft::compat {

absl::StatusOr<std::shared_ptr<LazyPlan>> LazyPlan::Describe(std::shared_ptr<Context> context,
                                                             const Problem& problem,
                                                             const Callbacks& callbacks) {
  // One assignment is enough: the winner does not depend on how many others are kept.
  PlanOptions options;
  options.max_candidates = 1;
  options.callbacks = callbacks;
  const ReportLimits limits = {.trees = 1, .candidates = 1, .alternatives = 0};
  FFT_ASSIGN_OR_RETURN(PlanReport report, ReportPlans(problem, context->target(), options, limits));
  return std::shared_ptr<LazyPlan>(new LazyPlan(std::move(context), std::move(report)));
}

absl::StatusOr<std::shared_ptr<const Plan>> LazyPlan::Get() {
  std::lock_guard lock(mutex_);
  if (plan_ == nullptr) {
    FFT_ASSIGN_OR_RETURN(plan_, context_->MakePlan(*report_, 0));
    report_.reset();
  }
  return plan_;
}

std::shared_ptr<LazyPlan> PlanStore::Use(const Key& key) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&key](const Entry& entry) { return entry.key == key; });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return found->plan;
}

absl::StatusOr<std::shared_ptr<LazyPlan>> PlanStore::Find(const Problem& completed,
                                                          const Callbacks& callbacks) {
  Key key = {ToToken(completed), callbacks};
  {
    std::lock_guard lock(mutex_);
    if (auto known = Use(key)) return known;
  }
  // The lock is not held here, because planning takes long.
  FFT_ASSIGN_OR_RETURN(auto made, LazyPlan::Describe(context_, completed, callbacks));
  std::list<Entry> dropped;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  if (auto known = Use(key)) return known;
  entries_.push_front({std::move(key), made});
  if (entries_.size() > kMostKept) {
    dropped.splice(dropped.begin(), entries_, std::prev(entries_.end()));
  }
  return made;
}

}  // namespace fft::compat
