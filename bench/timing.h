// Times work on a device.
#ifndef BENCH_TIMING_H_
#define BENCH_TIMING_H_

#include <cstdint>
#include <functional>

#include "absl/status/statusor.h"
#include "fft/rtc/device.h"

namespace fft::bench {

// Enqueues the i-th execution in the stream; i lets it rotate through buffers.
using Enqueue = std::function<absl::Status(int64_t i, rtc::Stream stream)>;

struct TimingOptions {
  int repeats = 20;
  double warm_up_ms = 30;    // at least one execution
  double repeat_ms = 1;      // a repeat times as many executions as last this long
  int64_t max_batch = 1000;  // the most executions that are timed together
  // Called before every repeat, outside the timed part, if not empty. It restores inputs that
  // executions overwrite.
  std::function<absl::Status(rtc::Stream stream)> prepare;
};

// Returns the milliseconds of one execution, as the device's events measure them: the median of the
// repeats.
absl::StatusOr<double> MedianMilliseconds(rtc::Device* device, const TimingOptions& options,
                                          const Enqueue& enqueue);

}  // namespace fft::bench

#endif  // BENCH_TIMING_H_
