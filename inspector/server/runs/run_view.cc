#include "inspector/server/runs/run_view.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/runs/machine_state.h"
#include "inspector/server/runs/plan_runner.h"

namespace fft::inspector {
namespace {

constexpr int kWarmUps = 2;
constexpr int kMaxRepeats = 200;
constexpr int kStepRounds = 5;
constexpr double kTimeBudgetSeconds = 1.0;

// The milliseconds of each execution, ascending.
absl::StatusOr<std::vector<double>> TimeRepeatedly(PlanRunner& runner, const Plan& plan,
                                                   int repeats, const Cancellation& cancellation) {
  std::vector<double> times;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kWarmUps + repeats; ++i) {
    FFT_RETURN_IF_ERROR(cancellation.Check());
    FFT_ASSIGN_OR_RETURN(const double milliseconds, runner.Time(plan));
    if (i >= kWarmUps) times.push_back(milliseconds);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (times.size() >= 3 && spent.count() > kTimeBudgetSeconds) break;
  }
  std::sort(times.begin(), times.end());
  return times;
}

// The median milliseconds of each step.
absl::StatusOr<std::vector<double>> TimeSteps(PlanRunner& runner, const Plan& plan,
                                              const Cancellation& cancellation) {
  std::vector<std::vector<double>> by_step(plan.description().chosen().steps.size());
  for (int round = 0; round < kStepRounds; ++round) {
    FFT_RETURN_IF_ERROR(cancellation.Check());
    FFT_ASSIGN_OR_RETURN(const std::vector<double> times, runner.TimeSteps(plan));
    for (size_t i = 0; i < times.size(); ++i) by_step[i].push_back(times[i]);
  }
  std::vector<double> medians;
  for (std::vector<double>& times : by_step) medians.push_back(Median(&times));
  return medians;
}

}  // namespace

absl::StatusOr<RunRequest> ParseRunRequest(const Json& json, const PlanDescription& plan) {
  RunRequest request;
  request.candidate = plan.candidate;
  FFT_RETURN_IF_ERROR(CheckMembers(json, "", {"candidate", "repeats", "cold_caches"}));
  if (json.contains("candidate")) {
    const int last = static_cast<int>(plan.search.candidates.size()) - 1;
    FFT_ASSIGN_OR_RETURN(request.candidate, IntMember(json["candidate"], "candidate", 0, last));
  }
  if (json.contains("repeats")) {
    FFT_ASSIGN_OR_RETURN(request.repeats, IntMember(json["repeats"], "repeats", 1, kMaxRepeats));
  }
  FFT_ASSIGN_OR_RETURN(request.caches, CachesMember(json));
  return request;
}

absl::StatusOr<RunReport> RunPlan(const PlanDescription& plan, const RunRequest& request,
                                  Context& context, const RunLimits& limits,
                                  const Cancellation& cancellation) {
  RunReport report;
  report.caches = request.caches;
  FFT_ASSIGN_OR_RETURN(report.device_bytes,
                       CheckRun(plan, {request.candidate}, request.caches, context, limits));
  FFT_ASSIGN_OR_RETURN(
      const std::shared_ptr<const Plan> built,
      BuildCandidate(plan, request.candidate, context, cancellation, &report.build_milliseconds));
  report.device = context.device().name();
  report.arch = context.device().arch();
  report.candidate = request.candidate;
  report.builds = built->builds();
  for (const kernels::PlannedKernel& kernel : built->description().kernels) {
    report.bytes_moved += kernel.bytes_moved;
  }
  FFT_RETURN_IF_ERROR(cancellation.Check());
  PlanRunner runner(built->description(), context.device(), request.caches);
  FFT_RETURN_IF_ERROR(runner.Prepare(built->workspace_bytes()));
  const ProcessorSample before = SampleProcessors();
  FFT_ASSIGN_OR_RETURN(report.milliseconds,
                       TimeRepeatedly(runner, *built, request.repeats, cancellation));
  FFT_ASSIGN_OR_RETURN(report.step_milliseconds, TimeSteps(runner, *built, cancellation));
  report.machine = MachineView(StateBetween(before, SampleProcessors()), context.device());
  FFT_RETURN_IF_ERROR(cancellation.Check());
  FFT_ASSIGN_OR_RETURN(report.error, runner.Check(*built));
  return report;
}

Json RunView(const RunReport& report) {
  const double median =
      report.milliseconds.empty() ? 0 : report.milliseconds[report.milliseconds.size() / 2];
  Json builds = Json::array();
  for (const KernelBuild& build : report.builds) {
    builds.push_back({{"name", build.name},
                      {"origin", build.origin},
                      {"milliseconds", build.milliseconds},
                      {"code_bytes", build.code_bytes},
                      {"log", build.log}});
  }
  // JSON has neither infinity nor NaN, so they become null.
  auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  return {{"device", report.device},
          {"arch", report.arch},
          {"candidate", report.candidate},
          {"repeats", report.milliseconds.size()},
          {"median_ms", median},
          {"min_ms", report.milliseconds.empty() ? 0 : report.milliseconds.front()},
          {"max_ms", report.milliseconds.empty() ? 0 : report.milliseconds.back()},
          {"step_ms", report.step_milliseconds},
          {"build_ms", report.build_milliseconds},
          {"bytes_moved", report.bytes_moved},
          {"gb_per_s", median > 0 ? report.bytes_moved / median * 1e-6 : 0},
          {"device_bytes", report.device_bytes},
          {"cold_caches", report.caches == Caches::kCold},
          {"machine", report.machine},
          {"error",
           {{"l2", finite(report.error.l2)},
            {"linf", finite(report.error.linf)},
            {"gate_l2", report.error.gate_l2},
            {"gate_linf", report.error.gate_linf},
            {"constant", report.error.constant},
            {"batches_checked", report.error.batches_checked},
            {"reference", report.error.reference},
            {"passed", report.error.passed()}}},
          {"builds", std::move(builds)}};
}

}  // namespace fft::inspector
