// Measures the candidates of a plan and compares the times with their ranking.
#ifndef INSPECTOR_SERVER_RUNS_MEASURE_H_
#define INSPECTOR_SERVER_RUNS_MEASURE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/exec/context.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "inspector/server/runs/jobs.h"
#include "inspector/server/runs/machine_state.h"
#include "inspector/server/runs/plan_runner.h"

namespace fft::inspector {

struct MeasureRequest {
  std::vector<int> candidates;  // ascending, without repetitions
  int rounds = 30;              // executions of each candidate
  Caches caches = Caches::kWarm;
};

// The times of one candidate in milliseconds. `low` and `high` bound the median with 95 %
// confidence; they are order statistics of the samples. For example, 30 samples have a median of
// 0.21 with low 0.20 and high 0.22.
struct Timing {
  int candidate = 0;
  double median = 0;
  double low = 0;
  double high = 0;
  double best = 0;
  int samples = 0;
  std::vector<double> steps;  // median times of the steps
  std::vector<std::string> kernels;
  double build_milliseconds = 0;
  int64_t bytes_moved = 0;
  std::string error;  // why the candidate was not measured; empty if it was
};

// Reads {"candidates": [k...] or "top": n, "rounds": n, "cold_caches": bool}, in which each member
// may be left out. By default the first eight candidates are measured.
absl::StatusOr<MeasureRequest> ParseMeasureRequest(const Json& json, const PlanDescription& plan);

// Builds the candidates and measures them in rounds. Each round executes every candidate once, so
// that changes of the machine's speed affect all of them. The measurement ends early if it is
// cancelled, and after about a minute. It reports {phase, done, total, candidate}.
absl::StatusOr<Json> MeasureCandidates(const PlanDescription& plan, const MeasureRequest& request,
                                       Context& context, JobControl& control,
                                       const RunLimits& limits = {});

Timing Summarize(int candidate, std::vector<double> milliseconds);

// Compares the ranking with the times: {fastest, winner, regret, kendall_tau, disagreements, note}.
// A disagreement is a pair of candidates whose order by time is not their order in the ranking, and
// whose confidence intervals do not overlap. `timings` are ordered by rank.
Json AuditView(const std::vector<Timing>& timings);

Json TimingView(const Timing& timing);
// The members of TimingView that state times.
Json TimesView(const Timing& timing);

// The first members of every measurement: {device, arch, target, token, cold_caches, machine}.
// `before` is the machine's state when the measurement began.
Json MeasuredOn(Context& context, const PlanDescription& plan, Caches caches,
                const ProcessorSample& before);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_MEASURE_H_
