#include "fft/exec/plan_timer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

constexpr int kRepeats = 5;
// Short executions are timed in groups that last about this long.
constexpr double kRepeatMilliseconds = 2;
constexpr int kMaxBatch = 200;

// The memory of one execution, filled with zeros.
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
    if (problem.input.has_window) {
      const Precision precision = ComputePrecision(problem.precision);
      FFT_ASSIGN_OR_RETURN(arena.arguments_.load_user,
                           arena.Add(WindowElements(problem) * RealBytes(precision)));
    }
    FFT_RETURN_IF_ERROR(device->Synchronize(nullptr));
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
    // In place the array holds both sides, and the input of a real transform may be longer than the
    // output.
    const bool in_place = problem.placement == Placement::kInPlace;
    const Layout other = in_place ? InputLayout(problem) : layout;
    const ArrayFormat other_format = in_place ? problem.input.format : side.format;
    const auto bytes = [&](const Layout& array, ArrayFormat format, int plane) {
      const int64_t offset = plane == 0 ? array.offset() : side.offsets[1];
      return (offset - array.offset() + array.end()) *
             ElementBytes(format, PrecisionOf(problem, side));
    };
    for (int plane = 0; plane < (IsPlanar(side.format) ? 2 : 1); ++plane) {
      const int64_t size =
          std::max(bytes(layout, side.format, plane), bytes(other, other_format, plane));
      FFT_ASSIGN_OR_RETURN(*(plane == 0 ? first : second), Add(size));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<void*> Add(int64_t bytes) {
    FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(*device_, bytes));
    FFT_RETURN_IF_ERROR(device_->Fill(buffer.data(), 0, bytes, nullptr));
    buffers_.push_back(std::move(buffer));
    return buffers_.back().data();
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

class PlanTimerImpl final : public PlanTimer {
 public:
  PlanTimerImpl(Arena arena, Stopwatch watch)
      : arena_(std::move(arena)), watch_(std::move(watch)) {}

  absl::StatusOr<double> Time(const Plan& plan) override {
    FFT_ASSIGN_OR_RETURN(const ExecuteArguments arguments,
                         arena_.WithWorkspace(plan.workspace_bytes()));
    return watch_.Time(plan, arguments);
  }

 private:
  Arena arena_;
  Stopwatch watch_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PlanTimer>> PlanTimer::Create(const Problem& problem,
                                                             rtc::Device* device) {
  FFT_ASSIGN_OR_RETURN(Arena arena, Arena::Allocate(problem, device));
  FFT_ASSIGN_OR_RETURN(Stopwatch watch, Stopwatch::Create(device));
  return std::make_unique<PlanTimerImpl>(std::move(arena), std::move(watch));
}

}  // namespace fft
