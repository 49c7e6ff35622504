#include "bench/timing.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/statistics.h"
#include "fft/base/status.h"

namespace fft::bench {
namespace {

class Timer {
 public:
  static absl::StatusOr<Timer> Create(rtc::Device* device) {
    Timer timer;
    timer.device_ = device;
    FFT_ASSIGN_OR_RETURN(timer.stream_, rtc::ScopedStream::Create(*device));
    FFT_ASSIGN_OR_RETURN(timer.start_, rtc::ScopedEvent::Create(*device));
    FFT_ASSIGN_OR_RETURN(timer.stop_, rtc::ScopedEvent::Create(*device));
    return timer;
  }

  // Returns the milliseconds of one execution, timed over `batch` executions.
  absl::StatusOr<double> Run(int64_t batch, const TimingOptions& options, const Enqueue& enqueue) {
    const rtc::Stream stream = stream_.get();
    if (options.prepare) FFT_RETURN_IF_ERROR(options.prepare(stream));
    FFT_RETURN_IF_ERROR(device_->RecordEvent(start_.get(), stream));
    for (int64_t i = 0; i < batch; ++i) FFT_RETURN_IF_ERROR(enqueue(next_++, stream));
    FFT_RETURN_IF_ERROR(device_->RecordEvent(stop_.get(), stream));
    FFT_RETURN_IF_ERROR(device_->Synchronize(stream));
    FFT_ASSIGN_OR_RETURN(const double ms, device_->ElapsedMilliseconds(start_.get(), stop_.get()));
    return ms / static_cast<double>(batch);
  }

 private:
  rtc::Device* device_ = nullptr;
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_, stop_;
  int64_t next_ = 0;
};

int64_t BatchFor(double ms, double wanted_ms, int64_t max_batch) {
  if (ms <= 0) return max_batch;
  return std::clamp<int64_t>(std::llround(std::ceil(wanted_ms / ms)), 1, max_batch);
}

}  // namespace

absl::StatusOr<double> MedianMilliseconds(rtc::Device* device, const TimingOptions& options,
                                          const Enqueue& enqueue) {
  FFT_ASSIGN_OR_RETURN(Timer timer, Timer::Create(device));
  double ms = 0;
  double spent = 0;
  // The first executions load code and raise the clock rate, so the estimate comes from the last
  // ones.
  for (int64_t batch = 1; spent <= options.warm_up_ms;) {
    FFT_ASSIGN_OR_RETURN(ms, timer.Run(batch, options, enqueue));
    spent += std::max(ms * static_cast<double>(batch), 1e-3);
    batch = BatchFor(ms, options.repeat_ms, options.max_batch);
  }
  const int64_t batch = BatchFor(ms, options.repeat_ms, options.max_batch);
  std::vector<double> times;
  for (int i = 0; i < options.repeats; ++i) {
    FFT_ASSIGN_OR_RETURN(ms, timer.Run(batch, options, enqueue));
    times.push_back(ms);
  }
  return Median(times);
}

}  // namespace fft::bench
