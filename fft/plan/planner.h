// From a problem to a plan tree: a pure function of (Problem, Target, PlanOptions).
#ifndef FFT_PLAN_PLANNER_H_
#define FFT_PLAN_PLANNER_H_

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Plans a completed problem; with a report, tells what was considered. Unimplemented when no scheme
// takes the problem: the message holds the reasons. Takes at most 0.1 s and 64 MiB whatever the
// lengths: options.max_plan_work bounds both.
absl::StatusOr<PlanNode> MakePlanTree(const Problem& problem, const Target& target,
                                      const PlanOptions& options, PlannerReport* report);

}  // namespace fft

#endif  // FFT_PLAN_PLANNER_H_
