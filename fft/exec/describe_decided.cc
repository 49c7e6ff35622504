#include "fft/exec/describe_decided.h"

#include <utility>

#include "fft/base/float_state.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/choose_tree.h"

namespace fft {
namespace {

// Makes the plan, with the candidate that the options ask for.
absl::StatusOr<PlanDescription> Describe(const Problem& problem, const Target& target,
                                         const PlanOptions& options, PlanDecision* decision) {
  PlanDescription plan;
  FFT_ASSIGN_OR_RETURN(plan.problem, ProblemToPlan(problem, options));
  plan.target = target;
  plan.options = options;
  const Problem stored = WithoutEmpty(plan.problem);
  FFT_ASSIGN_OR_RETURN(AssignedTree chosen, decision == nullptr || decision->empty()
                                                ? ChooseTree(stored, target, options, decision)
                                                : RemakeTree(stored, target, options, *decision));
  plan.planner = std::move(chosen.planner);
  plan.tree = std::move(chosen.tree);
  plan.search = std::move(chosen.search);
  return WithCandidate(std::move(plan), options.candidate);
}

}  // namespace

absl::StatusOr<PlanDescription> DescribeDecided(const Problem& problem, const Target& target,
                                                const PlanOptions& options,
                                                PlanDecision* decision) {
  const DefaultFloatState state;
  return CatchOutOfMemory([&] { return Describe(problem, target, options, decision); });
}

bool WasPlanned(const PlanDescription& plan) {
  return !plan.planner.decisions.empty() && !plan.planner.decisions.front().considered.empty();
}

PlannerReport FullPlannerReport(const PlanDescription& plan) {
  if (WasPlanned(plan)) return plan.planner;
  PlanOptions options = plan.options;
  options.cancel = {};  // the token was only for making the plan
  const auto planned = DescribePlan(plan.problem, plan.target, options);
  return planned.ok() ? planned->planner : plan.planner;
}

}  // namespace fft
