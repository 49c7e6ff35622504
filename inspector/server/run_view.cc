#include "inspector/server/run_view.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/device.h"

namespace fft::inspector {
namespace {

constexpr int kWarmUps = 2;
constexpr int kMaxRepeats = 200;
constexpr int kStepRounds = 5;
constexpr double kTimeBudgetSeconds = 1.0;
template <typename Storage>
void FillRandom(std::vector<char>* array, uint64_t seed) {
  Storage* values = reinterpret_cast<Storage*>(array->data());
  uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (size_t i = 0; i < array->size() / sizeof(Storage); ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    values[i] = static_cast<Storage>(static_cast<double>(state >> 11) * 0x1p-53 - 0.5);
  }
}

// Device arrays of a run. An in-place problem has no input arrays of its own, and `pristine` holds
// what its arrays are reset to before each execution.
struct RunBuffers {
  std::vector<rtc::DeviceBuffer> in;
  std::vector<rtc::DeviceBuffer> out;
  std::vector<rtc::DeviceBuffer> pristine;
  rtc::DeviceBuffer workspace;

  ExecuteArguments Arguments(rtc::Stream stream) const {
    const std::vector<rtc::DeviceBuffer>& from = in.empty() ? out : in;
    ExecuteArguments arguments;
    arguments.in = from[0].data();
    arguments.out = out[0].data();
    if (from.size() > 1) arguments.in_imag = from[1].data();
    if (out.size() > 1) arguments.out_imag = out[1].data();
    arguments.stream = stream;
    arguments.workspace = workspace.data();
    arguments.workspace_bytes = static_cast<int64_t>(workspace.bytes());
    return arguments;
  }
};

absl::Status Append(rtc::Device& device, int64_t bytes, std::vector<rtc::DeviceBuffer>* list) {
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(device, bytes));
  list->push_back(std::move(buffer));
  return absl::OkStatus();
}

class Run {
 public:
  Run(const PlanDescription& plan, const Plan& built, rtc::Device& device)
      : plan_(plan), built_(built), device_(device) {}

  absl::Status Prepare() {
    FFT_ASSIGN_OR_RETURN(stream_, rtc::ScopedStream::Create(device_));
    FFT_ASSIGN_OR_RETURN(start_, rtc::ScopedEvent::Create(device_));
    FFT_ASSIGN_OR_RETURN(stop_, rtc::ScopedEvent::Create(device_));
    const Problem& problem = plan_.problem;
    const Side in = InSide(problem);
    const Side out = OutSide(problem);
    const bool in_place = problem.placement == Placement::kInPlace;
    const int64_t out_bytes =
        in_place ? std::max(in.array_bytes, out.array_bytes) : out.array_bytes;
    for (int i = 0; i < out.arrays(); ++i) {
      FFT_RETURN_IF_ERROR(Append(device_, out_bytes, &buffers_.out));
    }
    for (int i = 0; i < in.arrays(); ++i) {
      FFT_RETURN_IF_ERROR(Append(device_, in_place ? out_bytes : in.array_bytes,
                                 in_place ? &buffers_.pristine : &buffers_.in));
    }
    FFT_ASSIGN_OR_RETURN(buffers_.workspace,
                         rtc::DeviceBuffer::Allocate(device_, built_.workspace_bytes()));
    std::vector<rtc::DeviceBuffer>& filled = in_place ? buffers_.pristine : buffers_.in;
    for (size_t i = 0; i < filled.size(); ++i) {
      input_.emplace_back(filled[i].bytes());
      if (problem.precision == Precision::kDouble) {
        FillRandom<double>(&input_.back(), i + 1);
      } else {
        FillRandom<float>(&input_.back(), i + 1);
      }
      FFT_RETURN_IF_ERROR(device_.CopyToDevice(filled[i].data(), input_.back().data(),
                                               input_.back().size(), stream_.get()));
    }
    return absl::OkStatus();
  }

  // Milliseconds of each execution, ascending.
  absl::StatusOr<std::vector<double>> Time(int repeats) {
    std::vector<double> times;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kWarmUps + repeats; ++i) {
      FFT_RETURN_IF_ERROR(Reset());
      FFT_RETURN_IF_ERROR(device_.RecordEvent(start_.get(), stream_.get()));
      FFT_RETURN_IF_ERROR(built_.Execute(buffers_.Arguments(stream_.get())));
      FFT_RETURN_IF_ERROR(device_.RecordEvent(stop_.get(), stream_.get()));
      FFT_ASSIGN_OR_RETURN(const double elapsed,
                           device_.ElapsedMilliseconds(start_.get(), stop_.get()));
      if (i >= kWarmUps) times.push_back(elapsed);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      if (times.size() >= 3 && spent.count() > kTimeBudgetSeconds) break;
    }
    FFT_RETURN_IF_ERROR(device_.Synchronize(stream_.get()));
    std::sort(times.begin(), times.end());
    return times;
  }

  // The median milliseconds of each step.
  absl::StatusOr<std::vector<double>> TimeSteps() {
    const int steps = static_cast<int>(plan_.chosen().steps.size());
    std::vector<std::vector<double>> times(steps);
    for (int round = 0; round < kStepRounds; ++round) {
      FFT_RETURN_IF_ERROR(Reset());
      for (int step = 0; step < steps; ++step) {
        FFT_RETURN_IF_ERROR(device_.RecordEvent(start_.get(), stream_.get()));
        FFT_RETURN_IF_ERROR(built_.ExecuteStep(step, buffers_.Arguments(stream_.get())));
        FFT_RETURN_IF_ERROR(device_.RecordEvent(stop_.get(), stream_.get()));
        FFT_ASSIGN_OR_RETURN(const double elapsed,
                             device_.ElapsedMilliseconds(start_.get(), stop_.get()));
        times[step].push_back(elapsed);
      }
    }
    std::vector<double> medians;
    for (std::vector<double>& of_step : times) {
      std::sort(of_step.begin(), of_step.end());
      medians.push_back(of_step[of_step.size() / 2]);
    }
    return medians;
  }

  // Executes once more and compares.
  absl::StatusOr<ErrorFigures> Check() {
    FFT_RETURN_IF_ERROR(Reset());
    FFT_RETURN_IF_ERROR(built_.Execute(buffers_.Arguments(stream_.get())));
    Arrays output;
    for (const rtc::DeviceBuffer& buffer : buffers_.out) {
      output.emplace_back(buffer.bytes());
      FFT_RETURN_IF_ERROR(
          device_.CopyToHost(output.back().data(), buffer.data(), buffer.bytes(), stream_.get()));
    }
    return CheckOutput(plan_, input_, output);
  }

 private:
  // Puts the input back in place, so that values do not grow from one execution to the next, and
  // clears an out-of-place output, so that no earlier result can pass for this one.
  absl::Status Reset() {
    for (size_t i = 0; i < buffers_.pristine.size(); ++i) {
      FFT_RETURN_IF_ERROR(device_.CopyOnDevice(buffers_.out[i].data(), buffers_.pristine[i].data(),
                                               buffers_.out[i].bytes(), stream_.get()));
    }
    if (!buffers_.pristine.empty()) return absl::OkStatus();
    for (size_t i = 0; i < buffers_.in.size(); ++i) {
      if (!plan_.options.allow_input_overwrite) break;
      FFT_RETURN_IF_ERROR(device_.CopyToDevice(buffers_.in[i].data(), input_[i].data(),
                                               input_[i].size(), stream_.get()));
    }
    for (const rtc::DeviceBuffer& buffer : buffers_.out) {
      FFT_RETURN_IF_ERROR(device_.Fill(buffer.data(), 0xff, buffer.bytes(), stream_.get()));
    }
    return absl::OkStatus();
  }

  const PlanDescription& plan_;
  const Plan& built_;
  rtc::Device& device_;
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_;
  rtc::ScopedEvent stop_;
  RunBuffers buffers_;
  Arrays input_;
};

absl::StatusOr<int> BoundedInt(const Json& json, const std::string& name, int low, int high) {
  const Json& value = json.at(name);
  if (!value.is_number_integer() || value.get<int64_t>() < low || value.get<int64_t>() > high) {
    return InvalidField(name, value.dump(-1, ' ', true).substr(0, 60),
                        absl::StrCat("whole numbers from ", low, " to ", high));
  }
  return value.get<int>();
}

}  // namespace

int64_t RunBytes(const PlanDescription& plan, int candidate) {
  const Side in = InSide(plan.problem);
  const Side out = OutSide(plan.problem);
  return in.arrays() * in.array_bytes + out.arrays() * out.array_bytes +
         plan.search.candidates[candidate].workspace_bytes;
}

absl::StatusOr<RunRequest> ParseRunRequest(const Json& json, const PlanDescription& plan) {
  RunRequest request;
  request.candidate = plan.candidate;
  for (const auto& member : json.items()) {
    if (member.key() != "candidate" && member.key() != "repeats") {
      return InvalidField(member.key().substr(0, 60), "unknown", "candidate, repeats");
    }
  }
  if (json.contains("candidate")) {
    const int last = static_cast<int>(plan.search.candidates.size()) - 1;
    FFT_ASSIGN_OR_RETURN(request.candidate, BoundedInt(json, "candidate", 0, last));
  }
  if (json.contains("repeats")) {
    FFT_ASSIGN_OR_RETURN(request.repeats, BoundedInt(json, "repeats", 1, kMaxRepeats));
  }
  return request;
}

absl::StatusOr<RunReport> RunPlan(const PlanDescription& plan, const RunRequest& request,
                                  Context& context) {
  if (plan.target.name != context.target().name) {
    return absl::FailedPreconditionError(
        absl::StrCat("this plan is for ", plan.target.name, " and this machine's device is ",
                     context.target().name, "; plan for that to run it"));
  }
  if (IsReal(plan.problem.type) || plan.problem.precision == Precision::kHalf) {
    return absl::UnimplementedError("running real and half-precision problems is not offered yet");
  }
  const int64_t bytes = RunBytes(plan, request.candidate);
  if (bytes > kMaxRunBytes) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the run would take ", bytes, " bytes of device memory; allowed: at most ", kMaxRunBytes));
  }
  const int64_t reference_bytes = ReferenceBytes(plan.problem);
  if (reference_bytes > kMaxReferenceBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the run's reference would take ", reference_bytes,
                     " bytes of memory; allowed: at most ", kMaxReferenceBytes));
  }
  PlanOptions options = plan.options;
  options.candidate = request.candidate;
  const auto begin = std::chrono::steady_clock::now();
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<const Plan> built,
                       context.MakePlan(plan.problem, options));
  RunReport report;
  report.build_milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  report.device = context.device().name();
  report.arch = context.device().arch();
  report.candidate = request.candidate;
  report.builds = built->builds();
  report.device_bytes = bytes;
  for (const codegen::PlannedKernel& kernel : built->description().kernels) {
    report.bytes_moved += kernel.bytes_moved;
  }
  Run run(built->description(), *built, context.device());
  FFT_RETURN_IF_ERROR(run.Prepare());
  FFT_ASSIGN_OR_RETURN(report.milliseconds, run.Time(request.repeats));
  FFT_ASSIGN_OR_RETURN(report.step_milliseconds, run.TimeSteps());
  FFT_ASSIGN_OR_RETURN(report.error, run.Check());
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
  // JSON has no infinity or NaN: a broken output shows as null.
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
