// Runs a plan on this machine's device, and reports its time and its errors.
#ifndef INSPECTOR_SERVER_RUNS_RUN_VIEW_H_
#define INSPECTOR_SERVER_RUNS_RUN_VIEW_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/http/cancellation.h"
#include "inspector/server/runs/plan_runner.h"
#include "inspector/server/runs/run_check.h"

namespace fft::inspector {

struct RunRequest {
  int candidate = 0;
  int repeats = 20;  // timed executions; fewer if they take long
  Caches caches = Caches::kWarm;
};

// The result of a run. For example, it has 20 `milliseconds`, and one of `step_milliseconds` for
// each step.
struct RunReport {
  std::string device;
  std::string arch;
  int candidate = 0;
  std::vector<double> milliseconds;       // of each timed execution, ascending
  std::vector<double> step_milliseconds;  // median of each step; steps are timed separately
  ErrorFigures error;
  std::vector<KernelBuild> builds;
  double build_milliseconds = 0;
  int64_t bytes_moved = 0;
  int64_t device_bytes = 0;
  Caches caches = Caches::kWarm;
  Json machine;  // as MachineView makes it
};

// Reads {"candidate": k, "repeats": n, "cold_caches": bool}, in which each member may be left out.
absl::StatusOr<RunRequest> ParseRunRequest(const Json& json, const PlanDescription& plan);

// Runs the plan with random input. Returns the errors of CheckRunnable. It can be cancelled between
// executions.
absl::StatusOr<RunReport> RunPlan(const PlanDescription& plan, const RunRequest& request,
                                  Context& context, const RunLimits& limits = {},
                                  const Cancellation& cancellation = {});

Json RunView(const RunReport& report);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_RUN_VIEW_H_
