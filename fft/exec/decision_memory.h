// Decisions of the planner, kept among the kernels of the cache: what one process has planned,
// later ones do not plan again.
//
// A decision is a row whose name is kDecisionPrefix and the problem with its options, and whose
// code is a text (fft/plan/tree_decision.h). The row's architecture holds the target and the
// version of the planner, so another machine, model or build decides anew.
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

// The version of the planner's code, tables and models: a digest.
std::string PlannerVersion();

// The architecture of the rows that hold decisions for a target.
std::string DecisionArch(const Target& target, const std::string& version = PlannerVersion());

// The key of the row that holds the decision for a completed problem. There is none where options
// force a scheme or shapes or limit the planner's work, nor where the problem has callbacks.
std::optional<rtc::CacheKey> DecisionKey(const Problem& problem, const PlanOptions& options,
                                         const std::string& arch);

class DecisionMemory {
 public:
  // Both outlive the object.
  DecisionMemory(const Target& target, rtc::KernelCache& cache,
                 const std::string& version = PlannerVersion());
  ~DecisionMemory();
  DecisionMemory(const DecisionMemory&) = delete;
  DecisionMemory& operator=(const DecisionMemory&) = delete;

  // DescribePlan of a completed problem. It follows the decision that is kept, or keeps the one
  // that the planner makes. A decision that leads to no plan is replaced.
  absl::StatusOr<PlanDescription> Describe(const Problem& problem, const PlanOptions& options);

  // Writes the decisions made since the last time to the cache. That waits for the disk, so it is
  // done where kernels have been compiled, and at the end.
  void Write();

 private:
  // The decision that was made or kept; empty where there is none.
  PlanDecision Known(const rtc::CacheKey& key);

  const Target& target_;
  rtc::KernelCache& cache_;
  const std::string arch_;
  std::mutex mutex_;
  std::map<rtc::CacheKey, std::string> made_;  // not written yet; guarded by mutex_
};

}  // namespace fft

#endif  // FFT_EXEC_DECISION_MEMORY_H_
