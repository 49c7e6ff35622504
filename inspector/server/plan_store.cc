#include "inspector/server/plan_store.h"

#include <chrono>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/field_error.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"
#include "inspector/server/fingerprint.h"

namespace fft::inspector {
namespace {

std::vector<std::string> PartNames(const ChainDescription& chain) {
  if (chain.is_whole()) return {"whole"};
  if (chain.chain.kind == ChainKind::kOverlapAdd) return {"frames", "addition"};
  return {"forth", "back"};
}

absl::Status MakePart(const PlanRequest& request, const PlanOptions& options, StoredPlan* made) {
  FFT_ASSIGN_OR_RETURN(ChainDescription chain,
                       DescribeChain(*request.chain, request.target, options));
  const size_t parts = chain.parts.size();
  if (static_cast<size_t>(request.part) >= parts) {
    return InvalidField(
        "part", absl::StrCat(request.part),
        parts == 1 ? "0, since the chain is one plan" : absl::StrCat("0 to ", parts - 1));
  }
  made->chain = ChainOfPlan{ToToken(chain.chain), request.part, PartNames(chain),
                            chain.between_bytes(), chain.workspace_bytes()};
  FFT_ASSIGN_OR_RETURN(
      made->plan, WithCandidate(std::move(chain.parts[request.part]), request.options.candidate));
  return absl::OkStatus();
}

}  // namespace

std::string TokenOf(const StoredPlan& plan) {
  return plan.chain ? plan.chain->token : ToToken(plan.plan.problem);
}

absl::StatusOr<StoredPlan> MakePlan(const PlanRequest& request, const Cancellation& cancellation) {
  StoredPlan made;
  const auto start = std::chrono::steady_clock::now();
  FFT_RETURN_IF_ERROR(cancellation.Check());
  const PlanOptions options = CancelledBy(cancellation, request.options);
  if (request.chain) {
    FFT_RETURN_IF_ERROR(MakePart(request, options, &made));
  } else {
    FFT_ASSIGN_OR_RETURN(made.plan, DescribePlan(request.problem, request.target, options));
  }
  FFT_RETURN_IF_ERROR(cancellation.Check());
  made.planning_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return made;
}

int64_t Weight(const PlanDescription& plan) {
  int64_t weight = 1;
  for (const Candidate& candidate : plan.search.candidates) weight += candidate.steps.size();
  for (const PassStatistics& pass : plan.search.passes) weight += pass.tries;
  return weight;
}

std::shared_ptr<const StoredPlan> PlanStore::FindCanonical(const std::string& canonical) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (auto it = plans_.begin(); it != plans_.end(); ++it) {
    if ((*it)->canonical != canonical) continue;
    plans_.splice(plans_.begin(), plans_, it);
    return plans_.front();
  }
  return nullptr;
}

absl::StatusOr<std::shared_ptr<const StoredPlan>> PlanStore::Find(const std::string& id) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (auto it = plans_.begin(); it != plans_.end(); ++it) {
    if ((*it)->id != id) continue;
    plans_.splice(plans_.begin(), plans_, it);
    return plans_.front();
  }
  return absl::NotFoundError(
      "no plan of this id is held; POST its problem to /api/v1/plans to make it again");
}

std::shared_ptr<const StoredPlan> PlanStore::FindEqual(const PlanRequest& request) {
  return FindCanonical(CanonicalText(request));
}

absl::StatusOr<std::shared_ptr<const StoredPlan>> PlanStore::Make(
    const PlanRequest& request, const Cancellation& cancellation) {
  std::string canonical = CanonicalText(request);
  if (std::shared_ptr<const StoredPlan> held = FindCanonical(canonical)) return held;
  FFT_ASSIGN_OR_RETURN(StoredPlan plan, MakePlan(request, cancellation));
  auto made = std::make_shared<StoredPlan>(std::move(plan));
  made->canonical = std::move(canonical);
  Insert(made);
  return std::shared_ptr<const StoredPlan>(std::move(made));
}

void PlanStore::Insert(std::shared_ptr<StoredPlan> plan) {
  std::lock_guard<std::mutex> lock(mutex_);
  // Another thread may have made the same plan meanwhile.
  plans_.remove_if([&](const auto& other) { return other->canonical == plan->canonical; });
  // If two different requests have the same fingerprint, they still get different ids.
  for (int salt = 0;; ++salt) {
    plan->id = Fingerprint(salt == 0 ? plan->canonical : absl::StrCat(plan->canonical, salt));
    bool taken = false;
    for (const auto& other : plans_) {
      taken = taken || other->id == plan->id;
    }
    if (!taken) break;
  }
  plans_.push_front(std::move(plan));
  int64_t weight = 0;
  for (auto it = plans_.begin(); it != plans_.end(); ++it) {
    weight += Weight((*it)->plan);
    if (weight <= weight_limit_ || it == plans_.begin()) continue;
    plans_.erase(it, plans_.end());
    break;
  }
}

std::vector<std::shared_ptr<const StoredPlan>> PlanStore::List() {
  std::lock_guard<std::mutex> lock(mutex_);
  return {plans_.begin(), plans_.end()};
}

}  // namespace fft::inspector
