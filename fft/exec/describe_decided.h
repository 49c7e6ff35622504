// The pipeline of pipeline.h with the choice of the tree as a value that can be kept.
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

// DescribePlan with the tree of an earlier `decision`. Where that is empty, the planner chooses the
// tree, and `decision` receives its choice. Where it is null, the planner chooses as well.
absl::StatusOr<PlanDescription> DescribeDecided(const Problem& problem, const Target& target,
                                                const PlanOptions& options, PlanDecision* decision);

// Whether the planner ran for the plan, so that its report says what was considered.
bool WasPlanned(const PlanDescription& plan);

// The plan's report of the planner. Where an earlier decision was followed, the planner runs now.
PlannerReport FullPlannerReport(const PlanDescription& plan);

}  // namespace fft

#endif  // FFT_EXEC_DESCRIBE_DECIDED_H_
