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
  double repeat_ms = 1;      // short executions are timed several at a time to last this long
  int64_t max_batch = 1000;  // executions timed together at most
  // Called outside the timed part before every repeat, for work that spoils its own input.
  std::function<absl::Status(rtc::Stream stream)> prepare;
};

// The median over the repeats of the milliseconds of one execution, by the device's events.
absl::StatusOr<double> MedianMilliseconds(rtc::Device* device, const TimingOptions& options,
                                          const Enqueue& enqueue);

}  // namespace fft::bench

#endif  // BENCH_TIMING_H_
