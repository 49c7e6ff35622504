// Finds the fastest shapes of kernels by timing them on a device.
#ifndef TOOLS_TUNE_TUNER_H_
#define TOOLS_TUNE_TUNER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/device.h"
#include "fft/shapes/shape_tuning.h"

namespace fft::tune {

// What is measured and for how long. For example, {.shapes = 20, .seconds = 300}.
struct TuneOptions {
  int shapes = 12;       // of each key, without the shape that plans already choose
  int threads = 1;       // threads that compile
  double seconds = 600;  // after this time no compile starts
  int repeats = 7;
  int64_t array_bytes = int64_t{256} << 20;
  bool allows_spills = false;
  // The transforms of each kernel, so few that it waits for latency; 0: as many as an array holds.
  int64_t few = 0;
};

// The result of one shape of one key. A key's first shape is the one that plans choose with the
// current tables. For example, a kernel with a copy_share of 0.94 takes 1.06 times as long as a
// copy of its data.
struct TuneResult {
  ShapeKey key;
  int64_t few = 0;  // KernelShapeRequest::few
  KernelShape shape;
  double ms = 0;
  double copy_share = 0;
  int64_t registers = 0;
  int64_t spilled_bytes = 0;
  std::string refusal;  // why the shape has no time, or why its time does not count
};
std::string ResultHeader();
std::string ToCsv(const TuneResult& result);

// Receives each result on the calling thread, in the order of the timings.
using TuneObserver = std::function<void(const TuneResult&)>;

// The outcome of a run. For example, keys_left 0 means that every key was done.
struct TuneSummary {
  ShapeTable table;  // the fastest right shape of every key that was done
  int64_t timed = 0;
  int64_t refused = 0;
  int64_t keys_left = 0;  // keys of which not all shapes were timed
  double copy_ms = 0;     // of a copy of array_bytes
  absl::Status device;    // why the run stopped before the end: no kernel can run on the device
};

// Compiles on several threads and times on the calling thread. Returns an error if the device fails
// at the start. A fault of a shape becomes its refusal. A later fault of the device ends the run,
// and the table has the shapes timed before.
absl::StatusOr<TuneSummary> Tune(const std::vector<ShapeKey>& keys, const Target& target,
                                 const TuneOptions& options, rtc::Device* device,
                                 rtc::Compiler* compiler, const TuneObserver& observer);

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNER_H_
