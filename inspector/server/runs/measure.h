// Measures the candidates of a plan against each other, and audits their ranking with it.
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
  std::vector<int> candidates;  // ascending, each once
  int rounds = 30;              // executions of each candidate
  Caches caches = Caches::kWarm;
};

// The times of one candidate in milliseconds. low and high bound the median with 95 % confidence
// (order statistics of the samples). For example, a median of 0.21 with low 0.20 and high 0.22
// comes from 30 samples.
struct Timing {
  int candidate = 0;
  double median = 0;
  double low = 0;
  double high = 0;
  double best = 0;
  int samples = 0;
  std::vector<double> steps;  // median of each step
  std::vector<std::string> kernels;
  double build_milliseconds = 0;
  int64_t bytes_moved = 0;
  std::string error;  // why it was not measured, or empty
};

// {"candidates": [k...] or "top": n, "rounds": n, "cold_caches": bool}, each optional; the first
// eight by default.
absl::StatusOr<MeasureRequest> ParseMeasureRequest(const Json& json, const PlanDescription& plan);

// Builds the candidates and runs them in turn, round after round, so that changes of the machine's
// speed meet all of them alike. Ends early when cancelled or after about a minute. Reports {phase,
// done, total, candidate}.
absl::StatusOr<Json> MeasureCandidates(const PlanDescription& plan, const MeasureRequest& request,
                                       Context& context, JobControl& control,
                                       const RunLimits& limits = {});

Timing Summarize(int candidate, std::vector<double> milliseconds);

// {fastest, winner, regret, kendall_tau, disagreements, note}: how the ranking compares with the
// times. A disagreement is a pair that the ranking orders one way and the times the other, with
// confidence intervals apart. `timings` stand in the order of rank.
Json AuditView(const std::vector<Timing>& timings);

Json TimingView(const Timing& timing);
// The members of TimingView that say the times.
Json TimesView(const Timing& timing);

// The members with which every measurement begins: {device, arch, target, token, cold_caches,
// machine}. `before` was taken when it began.
Json MeasuredOn(Context& context, const PlanDescription& plan, Caches caches,
                const ProcessorSample& before);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_MEASURE_H_
