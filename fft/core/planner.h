// From a problem to a plan tree: a pure function of (Problem, Target, PlanOptions).
#ifndef FFT_CORE_PLANNER_H_
#define FFT_CORE_PLANNER_H_

#include <optional>

#include "absl/status/statusor.h"
#include "fft/base/trace.h"
#include "fft/core/callbacks.h"
#include "fft/core/plan_node.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

enum class Strategy { kFewestBuffers, kBalanced, kMostFusion };

struct PlanOptions {
  Strategy strategy = Strategy::kBalanced;
  // The input of an out-of-place transform may serve as scratch.
  bool allow_input_overwrite = false;
  // Forces the scheme of the largest 1D transforms that can use it; refused where it cannot.
  std::optional<SchemeKind> scheme;
  // Index into the ranked candidate assignments; 0 is the winner.
  int candidate = 0;
  // Functions between the transform and the user's arrays; not empty makes the problem one with
  // callbacks.
  Callbacks callbacks;
  // Limit on candidates kept; reaching it is reported in the search result.
  int max_candidates = 10000;
};

// Plans a completed problem. Records the schemes considered, their costs and the reasons of
// refusals under stage "plan". Unimplemented when no scheme takes the problem: the message holds
// the reasons.
absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, Trace* trace);

}  // namespace fft

#endif  // FFT_CORE_PLANNER_H_
