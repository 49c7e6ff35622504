#include "fft/exec/decision_memory.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/sha256.h"
#include "fft/base/status.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/planner_version.h"
#include "fft/exec/wisdom.h"
#include "fft/kernels/generate.h"
#include "fft/plan/tree_decision.h"

namespace fft {
namespace {

constexpr size_t kDigits = 16;       // of a digest
constexpr size_t kMostMade = 10000;  // the most decisions that wait to be written

}  // namespace

std::string PlannerVersion() { return kPlannerDigest; }

std::string DecisionArch(const Target& target, const std::string& version) {
  const std::string digest = Sha256Hex(absl::StrCat(version, ToJson(target).dump()));
  return absl::StrCat(target.name, " plans ", digest.substr(0, kDigits));
}

std::optional<rtc::CacheKey> DecisionKey(const Problem& problem, const PlanOptions& options,
                                         const std::string& arch) {
  if (problem.has_callbacks || options.scheme || !options.shapes.empty() ||
      options.max_plan_work != PlanOptions().max_plan_work) {
    return std::nullopt;
  }
  return rtc::CacheKey{absl::StrCat(rtc::kDecisionPrefix, WisdomProblem(problem, options)), arch,
                       "", kernels::GeneratorVersion()};
}

DecisionMemory::DecisionMemory(const Target& target, rtc::KernelCache& cache,
                               const std::string& version)
    : target_(target), cache_(cache), arch_(DecisionArch(target, version)) {}

DecisionMemory::~DecisionMemory() {
  CatchOutOfMemory([this] {
    Write();
    return absl::OkStatus();
  }).IgnoreError();
}

PlanDecision DecisionMemory::Known(const rtc::CacheKey& key) {
  std::optional<std::string> text;
  {
    std::lock_guard lock(mutex_);
    if (const auto made = made_.find(key); made != made_.end()) text = made->second;
  }
  if (!text) text = cache_.Recall(key);
  return text ? ParsePlanDecision(*text).value_or(PlanDecision()) : PlanDecision();
}

absl::StatusOr<PlanDescription> DecisionMemory::Describe(const Problem& problem,
                                                         const PlanOptions& options) {
  const std::optional<rtc::CacheKey> key = DecisionKey(problem, options, arch_);
  if (!key) return DescribePlan(problem, target_, options);
  PlanDecision decision = Known(*key);
  if (!decision.empty()) {
    auto plan = DescribeDecided(problem, target_, options, &decision);
    if (plan.ok() || absl::IsCancelled(plan.status())) return plan;
    decision = {};
  }
  FFT_ASSIGN_OR_RETURN(PlanDescription plan, DescribeDecided(problem, target_, options, &decision));
  std::lock_guard lock(mutex_);
  if (made_.size() < kMostMade) made_[*key] = ToString(decision);
  return plan;
}

void DecisionMemory::Write() {
  std::map<rtc::CacheKey, std::string> made;
  {
    std::lock_guard lock(mutex_);
    made.swap(made_);
  }
  cache_.Keep(made);
}

}  // namespace fft
