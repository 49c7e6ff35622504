#include "inspector/server/runs/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/exec/measured_candidate.h"
#include "inspector/server/http/json_body.h"

namespace fft::inspector {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDefaultTop = 8;
constexpr int kMaxMeasured = 64;
constexpr int kMaxRounds = 200;
constexpr int kMinSamples = 3;
constexpr int kStepRounds = 3;
constexpr auto kTimeBudget = std::chrono::seconds(60);
// Below this time most of the time is the launch, and small differences mean nothing.
constexpr double kNoiseMilliseconds = 0.01;

// A candidate during the measurement.
struct Entry {
  int candidate = 0;
  std::shared_ptr<const Plan> plan;  // null if the plan could not be built
  double build_milliseconds = 0;
  std::string error;
  std::vector<double> times;
  std::vector<std::vector<double>> steps;  // steps[i][j] is the time of step i in round j
};

class Measurement {
 public:
  Measurement(const PlanDescription& plan, const MeasureRequest& request, Context& context,
              JobControl& control)
      : plan_(plan),
        request_(request),
        context_(context),
        control_(control),
        runner_(plan, context.device(), request.caches),
        total_(static_cast<int>(request.candidates.size()) * (request.rounds + 1)),
        deadline_(Clock::now() + kTimeBudget),
        before_(SampleProcessors()) {}

  absl::StatusOr<Json> Run() {
    FFT_RETURN_IF_ERROR(Build());
    FFT_RETURN_IF_ERROR(Warm());
    before_ = SampleProcessors();
    for (int round = 0; round < request_.rounds && !Ended(round); ++round) {
      FFT_RETURN_IF_ERROR(Round(round));
    }
    return View();
  }

 private:
  bool Ended(int round) const {
    return control_.cancelled() || (round >= kMinSamples && Clock::now() > deadline_);
  }

  void Progress(const char* phase, int candidate) {
    control_.Report(
        {{"phase", phase}, {"done", ++done_}, {"total", total_}, {"candidate", candidate}});
  }

  absl::Status Build() {
    int64_t workspace = 0;
    for (int candidate : request_.candidates) {
      if (control_.cancelled()) break;
      Entry entry;
      entry.candidate = candidate;
      auto built = BuildCandidate(plan_, candidate, context_, control_.cancellation(),
                                  &entry.build_milliseconds);
      if (built.ok()) {
        entry.plan = *std::move(built);
        workspace = std::max(workspace, entry.plan->workspace_bytes());
        entry.steps.resize(entry.plan->description().chosen().steps.size());
      } else {
        entry.error = std::string(built.status().message());
      }
      entries_.push_back(std::move(entry));
      Progress("build", candidate);
    }
    return runner_.Prepare(workspace);
  }

  absl::Status Warm() {
    for (const Entry& entry : entries_) {
      if (entry.plan != nullptr) FFT_RETURN_IF_ERROR(runner_.Time(*entry.plan).status());
    }
    return absl::OkStatus();
  }

  absl::Status Round(int round) {
    for (Entry& entry : entries_) {
      if (entry.plan == nullptr) continue;
      if (control_.cancelled()) break;
      FFT_ASSIGN_OR_RETURN(const double milliseconds, runner_.Time(*entry.plan));
      entry.times.push_back(milliseconds);
      if (round < kStepRounds) {
        FFT_ASSIGN_OR_RETURN(const std::vector<double> steps, runner_.TimeSteps(*entry.plan));
        for (size_t i = 0; i < steps.size(); ++i) entry.steps[i].push_back(steps[i]);
      }
      Progress("time", entry.candidate);
    }
    return absl::OkStatus();
  }

  Json View() {
    std::vector<Timing> timings;
    for (Entry& entry : entries_) {
      Timing timing = Summarize(entry.candidate, entry.times);
      timing.build_milliseconds = entry.build_milliseconds;
      timing.error = entry.error;
      if (entry.plan != nullptr) {
        for (const kernels::PlannedKernel& kernel : entry.plan->description().kernels) {
          timing.kernels.push_back(kernel.name);
          timing.bytes_moved += kernel.bytes_moved;
        }
      }
      for (std::vector<double>& of_step : entry.steps) timing.steps.push_back(Median(&of_step));
      timings.push_back(std::move(timing));
    }
    Json items = Json::array();
    for (const Timing& timing : timings) items.push_back(TimingView(timing));
    Json json = MeasuredOn(context_, plan_, request_.caches, before_);
    json["rounds"] = request_.rounds;
    json["complete"] = done_ == total_;
    json["items"] = std::move(items);
    json["audit"] = AuditView(timings);
    return json;
  }

  const PlanDescription& plan_;
  const MeasureRequest& request_;
  Context& context_;
  JobControl& control_;
  PlanRunner runner_;
  std::vector<Entry> entries_;
  int done_ = 0;
  const int total_;
  const Clock::time_point deadline_;
  ProcessorSample before_;  // taken again when all plans are built
};

}  // namespace

absl::StatusOr<MeasureRequest> ParseMeasureRequest(const Json& json, const PlanDescription& plan) {
  const int count = static_cast<int>(plan.search.candidates.size());
  FFT_RETURN_IF_ERROR(CheckMembers(json, "", {"candidates", "top", "rounds", "cold_caches"}));
  MeasureRequest request;
  if (json.contains("rounds")) {
    FFT_ASSIGN_OR_RETURN(request.rounds,
                         IntMember(json["rounds"], "rounds", kMinSamples, kMaxRounds));
  }
  FFT_ASSIGN_OR_RETURN(request.caches, CachesMember(json));
  int top = kDefaultTop;
  if (json.contains("top")) {
    FFT_ASSIGN_OR_RETURN(top, IntMember(json["top"], "top", 1, kMaxMeasured));
  }
  if (!json.contains("candidates")) {
    request.candidates.resize(std::min(top, count));
    std::iota(request.candidates.begin(), request.candidates.end(), 0);
    return request;
  }
  const Json& wanted = json["candidates"];
  if (!wanted.is_array() || wanted.empty() || wanted.size() > kMaxMeasured) {
    return InvalidField("candidates", wanted.dump(-1, ' ', true).substr(0, 60),
                        absl::StrCat("a list of 1 to ", kMaxMeasured, " candidates"));
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    FFT_ASSIGN_OR_RETURN(const int candidate,
                         IntMember(wanted[i], absl::StrCat("candidates[", i, "]"), 0, count - 1));
    request.candidates.push_back(candidate);
  }
  std::sort(request.candidates.begin(), request.candidates.end());
  request.candidates.erase(std::unique(request.candidates.begin(), request.candidates.end()),
                           request.candidates.end());
  return request;
}

absl::StatusOr<Json> MeasureCandidates(const PlanDescription& plan, const MeasureRequest& request,
                                       Context& context, JobControl& control,
                                       const RunLimits& limits) {
  FFT_RETURN_IF_ERROR(CheckRun(plan, request.candidates, request.caches, context, limits).status());
  return Measurement(plan, request, context, control).Run();
}

Timing Summarize(int candidate, std::vector<double> milliseconds) {
  Timing timing;
  timing.candidate = candidate;
  timing.samples = static_cast<int>(milliseconds.size());
  if (milliseconds.empty()) return timing;
  timing.median = Median(&milliseconds);
  timing.best = milliseconds.front();
  // The ranks of the samples that bound the median in 95 of 100 cases, by the normal approximation
  // of the binomial distribution.
  const double n = timing.samples;
  const int last = timing.samples - 1;
  const int low = static_cast<int>(std::floor((n - 1.96 * std::sqrt(n)) / 2));
  const int high = static_cast<int>(std::ceil((n + 1.96 * std::sqrt(n)) / 2));
  timing.low = milliseconds[std::clamp(low, 0, last)];
  timing.high = milliseconds[std::clamp(high, 0, last)];
  return timing;
}

Json AuditView(const std::vector<Timing>& all) {
  std::vector<Timing> timings;
  for (const Timing& timing : all) {
    if (timing.samples > 0) timings.push_back(timing);
  }
  if (timings.size() < 2) return nullptr;
  int agreeing = 0;
  int opposed = 0;
  Json disagreements = Json::array();
  for (size_t i = 0; i < timings.size(); ++i) {
    for (size_t j = i + 1; j < timings.size(); ++j) {
      const Timing& ahead = timings[i];
      const Timing& behind = timings[j];
      agreeing += ahead.median < behind.median ? 1 : 0;
      opposed += ahead.median > behind.median ? 1 : 0;
      if (behind.high >= ahead.low) continue;
      disagreements.push_back({{"ranked_first", ahead.candidate},
                               {"measured_first", behind.candidate},
                               {"factor", ahead.median / behind.median}});
    }
  }
  const Timing& fastest =
      *std::min_element(timings.begin(), timings.end(),
                        [](const Timing& a, const Timing& b) { return a.median < b.median; });
  const double pairs = timings.size() * (timings.size() - 1) / 2.0;
  const bool noisy = fastest.median < kNoiseMilliseconds;
  return {{"winner", timings.front().candidate},
          {"fastest", fastest.candidate},
          {"regret", timings.front().median / fastest.median - 1},
          {"kendall_tau", (agreeing - opposed) / pairs},
          {"disagreements", std::move(disagreements)},
          {"note", noisy ? "the fastest takes less than 10 microseconds: launching is a good part "
                           "of it, and small differences mean little"
                         : ""}};
}

Json TimingView(const Timing& timing) {
  const double seconds = timing.median * 1e-3;
  Json json = TimesView(timing);
  json.update({{"candidate", timing.candidate},
               {"rank", timing.candidate + 1},
               {"step_ms", timing.steps},
               {"kernels", timing.kernels},
               {"build_ms", timing.build_milliseconds},
               {"bytes_moved", timing.bytes_moved},
               {"gb_per_s", seconds > 0 ? timing.bytes_moved / seconds * 1e-9 : 0},
               {"error", timing.error}});
  return json;
}

Json TimesView(const Timing& timing) {
  return {{"median_ms", timing.median},
          {"low_ms", timing.low},
          {"high_ms", timing.high},
          {"best_ms", timing.best},
          {"samples", timing.samples}};
}

Json MeasuredOn(Context& context, const PlanDescription& plan, Caches caches,
                const ProcessorSample& before) {
  return {{"device", context.device().name()},
          {"arch", context.device().arch()},
          {"target", plan.target.name},
          {"token", ToToken(plan.problem)},
          {"cold_caches", caches == Caches::kCold},
          {"machine", MachineView(StateBetween(before, SampleProcessors()), context.device())}};
}

}  // namespace fft::inspector
