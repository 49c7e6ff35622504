// Measures variants of a plan: a grid of paddings, kernel shapes or schemes, a time for each cell.
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

// Plans and builds every cell, then times the first candidate of each cell in turn, lap after lap.
// Memory holds the arrays of one cell at a time. Cells that cannot be planned or run say why. Ends
// early when cancelled or after about three minutes. Reports {phase, done, total, row, column}.
//
// {device, arch, target, token, rounds, cold_caches, complete, machine, length, rows, columns,
// items, fastest}; `fastest` is an index into `items`, or null.
absl::StatusOr<Json> RunSweep(const PlanDescription& plan, const SweepRequest& request,
                              Context& context, JobControl& control, const RunLimits& limits = {});

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_SWEEP_H_
