// Measures variants of a plan. Its paddings, kernel shapes or scheme vary over a grid, and each
// cell of the grid is timed.
#ifndef INSPECTOR_SERVER_RUNS_SWEEP_H_
#define INSPECTOR_SERVER_RUNS_SWEEP_H_

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/runs/jobs.h"
#include "inspector/server/runs/plan_runner.h"
#include "inspector/server/runs/sweep_request.h"

namespace fft::inspector {

// Plans and builds every cell. Then it times the first candidate of each cell in several laps over
// all cells. Only the arrays of one cell are in memory at a time. A cell that cannot be planned or
// run has the reason. The sweep ends early if it is cancelled, and after about three minutes. It
// reports {phase, done, total, row, column}.
//
// The result is {device, arch, target, token, rounds, cold_caches, complete, machine, length, rows,
// columns, items, fastest}. `fastest` is an index into `items`, or null.
absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits = {});

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_SWEEP_H_
