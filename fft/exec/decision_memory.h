// Keeps the planner's decisions in the kernel cache, so that later processes need not plan the same
// problem again.
//
// A decision is a row of the cache. Its name is kDecisionPrefix and the problem with its options,
// and its code is a text (fft/plan/tree_decision.h). Its architecture holds the target and the
// version of the planner, so another machine, model or build does not find the decision.
#ifndef FFT_EXEC_DECISION_MEMORY_H_
#define FFT_EXEC_DECISION_MEMORY_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/tree_decision.h"
#include "fft/rtc/cache/kernel_cache.h"

namespace fft {

// The version of the planner: a digest of its code, tables and models.
std::string PlannerVersion();

// The architecture of the rows that hold decisions for a target.
std::string DecisionArch(const Target& target, const std::string& version = PlannerVersion());

// The key of the row with the decision for a completed problem. nullopt if the options force a
// scheme or shapes or limit the planner's work, or if the problem has callbacks.
std::optional<rtc::CacheKey> DecisionKey(const Problem& problem, const PlanOptions& options,
                                         const std::string& arch);

class DecisionMemory {
 public:
  // `target` and `cache` must outlive the object.
  DecisionMemory(const Target& target, rtc::KernelCache& cache,
                 const std::string& version = PlannerVersion());
  ~DecisionMemory();
  DecisionMemory(const DecisionMemory&) = delete;
  DecisionMemory& operator=(const DecisionMemory&) = delete;

  // Returns what DescribePlan returns for a completed problem. Follows a kept decision, or keeps
  // the decision that the planner makes. A kept decision that leads to no plan is replaced.
  absl::StatusOr<PlanDescription> Describe(const Problem& problem, const PlanOptions& options);

  // Writes the decisions that are not written yet to the cache. Writing waits for the disk, so
  // Write is called only after kernels were compiled and by the destructor.
  void Write();

 private:
  // Returns the decision that was made or is kept; an empty one if there is none.
  PlanDecision Known(const rtc::CacheKey& key);

  const Target& target_;
  rtc::KernelCache& cache_;
  const std::string arch_;
  std::mutex mutex_;
  std::map<rtc::CacheKey, std::string> made_;  // not written yet; guarded by mutex_
};

}  // namespace fft

#endif  // FFT_EXEC_DECISION_MEMORY_H_
