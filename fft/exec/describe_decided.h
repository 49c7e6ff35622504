// The pipeline of pipeline.h, with the choice of the tree as a value that can be stored.
#ifndef FFT_EXEC_DESCRIBE_DECIDED_H_
#define FFT_EXEC_DESCRIBE_DECIDED_H_

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/plan_options.h"
#include "fft/plan/planner_report.h"
#include "fft/plan/tree_decision.h"

namespace fft {

// DescribePlan with the tree of an earlier `decision`. If `decision` is empty, the planner chooses
// the tree, and `decision` receives the choice. If `decision` is null, the planner chooses as well.
absl::StatusOr<PlanDescription> DescribeDecided(const Problem& problem, const Target& target,
                                                const PlanOptions& options, PlanDecision* decision);

// Whether the planner ran for the plan. If so, its report has the schemes that were considered.
bool WasPlanned(const PlanDescription& plan);

// The full report of the planner. If the plan followed an earlier decision, the planner runs now.
PlannerReport FullPlannerReport(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_DESCRIBE_DECIDED_H_
