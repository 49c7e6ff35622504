#include "fft/exec/tuning.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/base/status.h"
#include "fft/exec/check_options.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/device.h"
#include "fft/rtc/wisdom_store.h"

namespace fft {
namespace {

constexpr int kRepeats = 5;
// Short executions are timed several at a time to last about this long.
constexpr double kRepeatMilliseconds = 2;
constexpr int kMaxBatch = 200;

// Memory of one execution, zeroed.
class Arena {
 public:
  static absl::StatusOr<Arena> Allocate(const Problem& problem, rtc::Device* device) {
    Arena arena;
    arena.device_ = device;
    if (problem.placement == Placement::kOutOfPlace) {
      FFT_RETURN_IF_ERROR(arena.AddSide(problem, problem.input, InputLayout(problem),
                                        &arena.arguments_.in, &arena.arguments_.in_imag));
    }
    const void* out = nullptr;
    const void* out_imag = nullptr;
    FFT_RETURN_IF_ERROR(
        arena.AddSide(problem, problem.output, OutputLayout(problem), &out, &out_imag));
    arena.arguments_.out = const_cast<void*>(out);
    arena.arguments_.out_imag = const_cast<void*>(out_imag);
    return arena;
  }

  // The arguments with a workspace of at least `bytes`.
  absl::StatusOr<ExecuteArguments> WithWorkspace(int64_t bytes) {
    if (bytes > arguments_.workspace_bytes) {
      FFT_ASSIGN_OR_RETURN(workspace_, rtc::DeviceBuffer::Allocate(*device_, bytes));
      arguments_.workspace = workspace_.data();
      arguments_.workspace_bytes = bytes;
    }
    return arguments_;
  }

 private:
  absl::Status AddSide(const Problem& problem, const ArrayDescription& side, const Layout& layout,
                       const void** first, const void** second) {
    // In place, the array holds both sides; the input of a real transform may be the longer one.
    const bool in_place = problem.placement == Placement::kInPlace;
    const Layout other = in_place ? InputLayout(problem) : layout;
    const ArrayFormat other_format = in_place ? problem.input.format : side.format;
    const auto bytes = [&](const Layout& array, ArrayFormat format, int plane) {
      const int64_t offset = plane == 0 ? array.offset() : side.offsets[1];
      return (offset + array.extent()) * ElementBytes(format, problem.precision);
    };
    for (int plane = 0; plane < (IsPlanar(side.format) ? 2 : 1); ++plane) {
      const int64_t size =
          std::max(bytes(layout, side.format, plane), bytes(other, other_format, plane));
      FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(*device_, size));
      FFT_RETURN_IF_ERROR(device_->Fill(buffer.data(), 0, size, nullptr));
      *(plane == 0 ? first : second) = buffer.data();
      buffers_.push_back(std::move(buffer));
    }
    return device_->Synchronize(nullptr);
  }

  rtc::Device* device_ = nullptr;
  std::vector<rtc::DeviceBuffer> buffers_;
  rtc::DeviceBuffer workspace_;
  ExecuteArguments arguments_;
};

class Stopwatch {
 public:
  static absl::StatusOr<Stopwatch> Create(rtc::Device* device) {
    Stopwatch watch;
    watch.device_ = device;
    FFT_ASSIGN_OR_RETURN(watch.stream_, rtc::ScopedStream::Create(*device));
    FFT_ASSIGN_OR_RETURN(watch.start_, rtc::ScopedEvent::Create(*device));
    FFT_ASSIGN_OR_RETURN(watch.stop_, rtc::ScopedEvent::Create(*device));
    return watch;
  }

  // The median milliseconds of one execution.
  absl::StatusOr<double> Time(const Plan& plan, ExecuteArguments arguments) {
    arguments.stream = stream_.get();
    FFT_RETURN_IF_ERROR(Run(plan, arguments, 1).status());  // loads code, fills caches
    FFT_ASSIGN_OR_RETURN(const double once, Run(plan, arguments, 1));
    const int batch = once <= 0 ? kMaxBatch
                                : static_cast<int>(std::clamp(std::ceil(kRepeatMilliseconds / once),
                                                              1.0, static_cast<double>(kMaxBatch)));
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
      FFT_ASSIGN_OR_RETURN(const double milliseconds, Run(plan, arguments, batch));
      times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
    return times[kRepeats / 2];
  }

 private:
  absl::StatusOr<double> Run(const Plan& plan, const ExecuteArguments& arguments, int batch) {
    FFT_RETURN_IF_ERROR(device_->RecordEvent(start_.get(), stream_.get()));
    for (int i = 0; i < batch; ++i) FFT_RETURN_IF_ERROR(plan.Execute(arguments));
    FFT_RETURN_IF_ERROR(device_->RecordEvent(stop_.get(), stream_.get()));
    FFT_RETURN_IF_ERROR(device_->Synchronize(stream_.get()));
    FFT_ASSIGN_OR_RETURN(const double milliseconds,
                         device_->ElapsedMilliseconds(start_.get(), stop_.get()));
    return milliseconds / batch;
  }

  rtc::Device* device_ = nullptr;
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_, stop_;
};

// The problem with every option that changes which candidates there are, or which come first.
std::string WisdomProblem(const Problem& problem, const PlanOptions& options) {
  std::string text = absl::StrCat(ToToken(problem), " ", ToString(options.strategy));
  if (options.allow_input_overwrite) absl::StrAppend(&text, " allow_input_overwrite");
  if (options.allow_gap_overwrite) absl::StrAppend(&text, " allow_gap_overwrite");
  if (options.scheme) absl::StrAppend(&text, " scheme=", ToString(*options.scheme));
  for (int64_t factor : options.factors) absl::StrAppend(&text, " factor=", factor);
  if (!options.shapes.empty()) absl::StrAppend(&text, " shapes=", ToString(options.shapes));
  return text;
}

// The candidate that chose like this, or -1.
int Find(const SearchResult& search, const std::string& assignment) {
  for (size_t i = 0; i < search.candidates.size(); ++i) {
    if (DescribeAssignment(search.candidates[i].steps) == assignment) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

rtc::WisdomKey WisdomKeyOf(ContextState& state, const Problem& problem,
                           const PlanOptions& options) {
  return {WisdomProblem(problem, options),
          absl::StrCat(state.device().name(), " ", state.device().arch()),
          absl::StrCat(state.compiler_version(), " ", codegen::GeneratorVersion())};
}

absl::StatusOr<std::vector<MeasuredCandidate>> MeasurePlans(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    int count) {
  if (count < 1) return InvalidField("count", absl::StrCat(count), "at least 1");
  FFT_RETURN_IF_ERROR(CheckEnumerations(problem, options));
  FFT_ASSIGN_OR_RETURN(const Problem completed, CompleteProblem(problem));
  FFT_ASSIGN_OR_RETURN(Arena arena, Arena::Allocate(completed, &state->device()));
  FFT_ASSIGN_OR_RETURN(Stopwatch watch, Stopwatch::Create(&state->device()));
  std::vector<MeasuredCandidate> measured;
  PlanOptions one = options;
  std::shared_ptr<const PlanDescription> description;
  for (int available = count, i = 0; i < std::min(count, available); ++i) {
    one.candidate = i;
    FFT_ASSIGN_OR_RETURN(description, state->Describe(completed, one));
    available = static_cast<int>(description->search.candidates.size());
    FFT_ASSIGN_OR_RETURN(const auto plan, PlanImpl::Create(state, description, options.cancel));
    FFT_ASSIGN_OR_RETURN(const ExecuteArguments arguments,
                         arena.WithWorkspace(plan->workspace_bytes()));
    FFT_ASSIGN_OR_RETURN(const double milliseconds, watch.Time(*plan, arguments));
    measured.push_back({i, milliseconds});
  }
  return measured;
}

absl::StatusOr<std::shared_ptr<const PlanDescription>> ChooseByTiming(
    const std::shared_ptr<ContextState>& state, const Problem& problem, const PlanOptions& options,
    TuningReport* report) {
  TuningReport unseen;
  if (report == nullptr) report = &unseen;
  // Held while candidates of it are asked for: none of them is planned again.
  FFT_ASSIGN_OR_RETURN(const auto plan, state->Describe(problem, options));
  PlanOptions chosen = options;
  const rtc::WisdomKey key = WisdomKeyOf(*state, plan->problem, options);
  // A store that cannot be read costs a measurement, not the plan.
  const auto stored = state->wisdom().Get(key);
  const int known = stored.ok() && stored->has_value() ? Find(plan->search, **stored) : -1;
  if (known >= 0) {
    report->known = chosen.candidate = known;
    return state->Describe(problem, chosen);
  }
  FFT_ASSIGN_OR_RETURN(report->measured,
                       MeasurePlans(state, plan->problem, options, options.measured_candidates));
  const auto best = std::min_element(report->measured.begin(), report->measured.end(),
                                     [](const MeasuredCandidate& a, const MeasuredCandidate& b) {
                                       return a.milliseconds < b.milliseconds;
                                     });
  const absl::Status put =
      state->wisdom().Put(key, DescribeAssignment(plan->search.candidates[best->candidate].steps));
  report->stored = chosen.candidate = best->candidate;
  report->store_fault = std::string(put.message());
  return state->Describe(problem, chosen);
}

}  // namespace fft
