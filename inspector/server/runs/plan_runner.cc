#include "inspector/server/runs/plan_runner.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "inspector/server/http/json_body.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/runs/machine_state.h"

namespace fft::inspector {
namespace {

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

// The bytes of the input's window; 0 if there is none.
int64_t WindowBytes(const Problem& problem) {
  if (!problem.input.has_window) return 0;
  return WindowElements(problem) * RealBytes(ComputePrecision(problem.precision));
}

absl::Status Append(rtc::Device& device, int64_t bytes, std::vector<rtc::DeviceBuffer>* list) {
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(device, bytes));
  list->push_back(std::move(buffer));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Caches> CachesMember(const Json& body) {
  if (!body.contains("cold_caches")) return Caches::kWarm;
  FFT_ASSIGN_OR_RETURN(const bool cold, BoolMember(body["cold_caches"], "cold_caches"));
  return cold ? Caches::kCold : Caches::kWarm;
}

ExecuteArguments PlanRunner::Arguments() const {
  const std::vector<rtc::DeviceBuffer>& from = in_.empty() ? out_ : in_;
  ExecuteArguments arguments;
  arguments.in = from[0].data();
  arguments.out = out_[0].data();
  if (from.size() > 1) arguments.in_imag = from[1].data();
  if (out_.size() > 1) arguments.out_imag = out_[1].data();
  if (plan_.problem.input.has_window) arguments.load_user = window_.data();
  arguments.stream = stream_.get();
  arguments.workspace = workspace_.data();
  arguments.workspace_bytes = static_cast<int64_t>(workspace_.bytes());
  return arguments;
}

absl::Status PlanRunner::Prepare(int64_t workspace_bytes) {
  FFT_ASSIGN_OR_RETURN(stream_, rtc::ScopedStream::Create(device_));
  FFT_ASSIGN_OR_RETURN(start_, rtc::ScopedEvent::Create(device_));
  FFT_ASSIGN_OR_RETURN(stop_, rtc::ScopedEvent::Create(device_));
  const Problem& problem = plan_.problem;
  const Side in = InSide(problem);
  const Side out = OutSide(problem);
  const bool in_place = problem.placement == Placement::kInPlace;
  const int64_t out_bytes = in_place ? std::max(in.array_bytes, out.array_bytes) : out.array_bytes;
  for (int i = 0; i < out.arrays(); ++i) FFT_RETURN_IF_ERROR(Append(device_, out_bytes, &out_));
  std::vector<rtc::DeviceBuffer>& filled = in_place ? pristine_ : in_;
  for (int i = 0; i < in.arrays(); ++i) {
    FFT_RETURN_IF_ERROR(Append(device_, in_place ? out_bytes : in.array_bytes, &filled));
  }
  FFT_ASSIGN_OR_RETURN(workspace_, rtc::DeviceBuffer::Allocate(device_, workspace_bytes));
  FFT_ASSIGN_OR_RETURN(other_,
                       rtc::DeviceBuffer::Allocate(device_, CoolingBytes(device_, caches_)));
  for (size_t i = 0; i < filled.size(); ++i) {
    arrays_.in.emplace_back(filled[i].bytes());
    WithStorage(PrecisionOf(problem, problem.input),
                [&](auto zero) { FillRandom<decltype(zero)>(&arrays_.in.back(), i + 1); });
  }
  MakeValidInput(problem, &arrays_.in);
  for (size_t i = 0; i < filled.size(); ++i) {
    FFT_RETURN_IF_ERROR(device_.CopyToDevice(filled[i].data(), arrays_.in[i].data(),
                                             arrays_.in[i].size(), stream_.get()));
  }
  return problem.input.has_window ? MakeWindow() : absl::OkStatus();
}

absl::Status PlanRunner::MakeWindow() {
  std::vector<char> values(WindowBytes(plan_.problem));
  WithStorage(ComputePrecision(plan_.problem.precision), [&](auto zero) {
    using Storage = decltype(zero);
    FillRandom<Storage>(&values, 0);
    const Storage* const factors = reinterpret_cast<const Storage*>(values.data());
    arrays_.window.assign(factors, factors + values.size() / sizeof(Storage));
  });
  FFT_ASSIGN_OR_RETURN(window_, rtc::DeviceBuffer::Allocate(device_, values.size()));
  FFT_RETURN_IF_ERROR(
      device_.CopyToDevice(window_.data(), values.data(), values.size(), stream_.get()));
  return device_.Synchronize(stream_.get());
}

absl::StatusOr<double> PlanRunner::Time(const Plan& plan) {
  FFT_RETURN_IF_ERROR(Reset());
  FFT_RETURN_IF_ERROR(Cool());
  FFT_RETURN_IF_ERROR(device_.RecordEvent(start_.get(), stream_.get()));
  FFT_RETURN_IF_ERROR(plan.Execute(Arguments()));
  FFT_RETURN_IF_ERROR(device_.RecordEvent(stop_.get(), stream_.get()));
  return device_.ElapsedMilliseconds(start_.get(), stop_.get());
}

absl::StatusOr<std::vector<double>> PlanRunner::TimeSteps(const Plan& plan) {
  FFT_RETURN_IF_ERROR(Reset());
  FFT_RETURN_IF_ERROR(Cool());
  const int steps = static_cast<int>(plan.description().chosen().steps.size());
  std::vector<double> times;
  for (int step = 0; step < steps; ++step) {
    FFT_RETURN_IF_ERROR(device_.RecordEvent(start_.get(), stream_.get()));
    FFT_RETURN_IF_ERROR(plan.ExecuteStep(step, Arguments()));
    FFT_RETURN_IF_ERROR(device_.RecordEvent(stop_.get(), stream_.get()));
    FFT_ASSIGN_OR_RETURN(const double elapsed,
                         device_.ElapsedMilliseconds(start_.get(), stop_.get()));
    times.push_back(elapsed);
  }
  return times;
}

absl::StatusOr<ErrorFigures> PlanRunner::Check(const Plan& plan) {
  FFT_RETURN_IF_ERROR(Reset());
  FFT_RETURN_IF_ERROR(plan.Execute(Arguments()));
  arrays_.out.clear();
  for (const rtc::DeviceBuffer& buffer : out_) {
    std::vector<char>& values = arrays_.out.emplace_back(buffer.bytes());
    FFT_RETURN_IF_ERROR(
        device_.CopyToHost(values.data(), buffer.data(), buffer.bytes(), stream_.get()));
  }
  return CheckOutput(plan_, arrays_);
}

absl::Status PlanRunner::Reset() {
  for (size_t i = 0; i < pristine_.size(); ++i) {
    FFT_RETURN_IF_ERROR(
        device_.CopyOnDevice(out_[i].data(), pristine_[i].data(), out_[i].bytes(), stream_.get()));
  }
  if (!pristine_.empty()) return absl::OkStatus();
  for (size_t i = 0; i < in_.size() && plan_.options.allow_input_overwrite; ++i) {
    FFT_RETURN_IF_ERROR(device_.CopyToDevice(in_[i].data(), arrays_.in[i].data(),
                                             arrays_.in[i].size(), stream_.get()));
  }
  for (const rtc::DeviceBuffer& buffer : out_) {
    FFT_RETURN_IF_ERROR(device_.Fill(buffer.data(), 0xff, buffer.bytes(), stream_.get()));
  }
  return absl::OkStatus();
}

absl::Status PlanRunner::Cool() {
  if (caches_ == Caches::kWarm) return absl::OkStatus();
  if (device_.kind() != rtc::DeviceKind::kHost) {
    return device_.Fill(other_.data(), 0, other_.bytes(), stream_.get());
  }
  FFT_RETURN_IF_ERROR(device_.Synchronize(stream_.get()));
  bool evicted = EvictLines(workspace_.data(), workspace_.bytes());
  for (const auto* arrays : {&in_, &out_}) {
    for (const rtc::DeviceBuffer& array : *arrays) {
      evicted = evicted && EvictLines(array.data(), array.bytes());
    }
  }
  if (evicted) return absl::OkStatus();
  return absl::UnimplementedError("cold_caches is true; no program can empty this processor's");
}

double Median(std::vector<double>* values) {
  if (values->empty()) return 0;
  std::sort(values->begin(), values->end());
  return (*values)[values->size() / 2];
}

// The bytes of input and output together. The sum saturates, which suffices for a refusal.
static int64_t ArrayBytes(const Side& in, const Side& out) {
  return SaturatingAdd(SaturatingMul(in.arrays(), in.array_bytes),
                       SaturatingMul(out.arrays(), out.array_bytes));
}

int64_t RunBytes(const PlanDescription& plan, int candidate) {
  const Side in = InSide(plan.problem);
  const Side out = OutSide(plan.problem);
  return SaturatingAdd(SaturatingAdd(ArrayBytes(in, out), WindowBytes(plan.problem)),
                       plan.search.candidates[candidate].workspace_bytes);
}

int64_t CoolingBytes(const rtc::Device& device, Caches caches) {
  const bool fills = caches == Caches::kCold && device.kind() != rtc::DeviceKind::kHost;
  return fills ? 2 * device.properties().l2_bytes : 0;
}

int64_t RunHostBytes(const Problem& problem) {
  const Side in = InSide(problem);
  const Side out = OutSide(problem);
  return SaturatingAdd(ArrayBytes(in, out), ReferenceBytes(problem));
}

RunLimits DefaultRunLimits(const rtc::Device& device) {
  int64_t machine = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  int64_t group = 0;
  // The file contains "max", which is not a number, if there is no limit.
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) machine = std::min(machine, group);
  const int64_t memory = device.properties().memory_bytes;
  if (device.kind() == rtc::DeviceKind::kHost) return {machine / 4, machine / 4};
  return {memory / 2, machine / 2};
}

absl::Status CheckRunnable(const PlanDescription& plan, int64_t device_bytes, Context& context,
                           const RunLimits& limits) {
  if (plan.target.name != context.target().name) {
    return absl::FailedPreconditionError(
        absl::StrCat("this plan is for ", plan.target.name, " and this machine's device is ",
                     context.target().name, "; plan for that to run it"));
  }
  if (plan.problem.has_callbacks) {
    return absl::UnimplementedError("callbacks is true; runs here have none to call");
  }
  const RunLimits standard = DefaultRunLimits(context.device());
  const int64_t most_device = limits.device_bytes > 0 ? limits.device_bytes : standard.device_bytes;
  if (device_bytes > most_device) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the run would take ", device_bytes, " bytes of device memory; this server allows runs ",
        most_device, " of the ", context.device().properties().memory_bytes,
        " that the device has; start it with --run-memory=BYTES to change that"));
  }
  const int64_t host_bytes = RunHostBytes(plan.problem);
  const int64_t most_host = limits.host_bytes > 0 ? limits.host_bytes : standard.host_bytes;
  if (host_bytes > most_host) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the run's data and reference would take ", host_bytes,
                     " bytes of this machine's memory; this server allows runs ", most_host,
                     "; start it with --run-host-memory=BYTES to change that"));
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> CheckRun(const PlanDescription& plan, const std::vector<int>& candidates,
                                 Caches caches, Context& context, const RunLimits& limits) {
  int64_t bytes = 0;
  for (const int candidate : candidates) bytes = std::max(bytes, RunBytes(plan, candidate));
  bytes = SaturatingAdd(bytes, CoolingBytes(context.device(), caches));
  FFT_RETURN_IF_ERROR(CheckRunnable(plan, bytes, context, limits));
  return bytes;
}

absl::StatusOr<std::shared_ptr<const Plan>> BuildCandidate(const PlanDescription& plan,
                                                           int candidate, Context& context,
                                                           const Cancellation& cancellation,
                                                           double* milliseconds) {
  PlanOptions options = CancelledBy(cancellation, plan.options);
  options.candidate = candidate;
  const auto begin = std::chrono::steady_clock::now();
  absl::StatusOr<std::shared_ptr<const Plan>> built = context.MakePlan(plan.problem, options);
  *milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return built;
}

}  // namespace fft::inspector
