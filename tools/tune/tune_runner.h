// Runs a single kernel on a device, checks its results and times it.
#ifndef TOOLS_TUNE_TUNE_RUNNER_H_
#define TOOLS_TUNE_TUNE_RUNNER_H_

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/base/half.h"
#include "fft/rtc/device.h"
#include "tools/tune/tune_kernel.h"

namespace fft::tune {

struct RunOptions {
  int repeats = 7;
  // How many executions are timed together. If there are several, they are enqueued while the
  // device still fills an array, so that it waits for no launch between them.
  int queued = 1;
};

// The values of a case's input. They repeat, and are the same for every case.
class TuneInput {
 public:
  TuneInput();
  std::complex<double> At(int64_t element) const;
  // Returns the same values as reals: the real and the imaginary part of each value in turn.
  double RealAt(int64_t element) const;
  // Returns the bytes of one period in memory.
  absl::string_view Bytes(Precision precision) const;

 private:
  // The values of one period. Every precision represents them exactly.
  std::vector<Half> halves_;
  std::vector<float> singles_;
  std::vector<double> doubles_;
};

// The expected results of some transforms of a case, in extended precision.
struct Expected {
  struct Transform {
    int64_t out = 0;  // the output's element of point 0
    std::vector<std::complex<double>> values;
  };
  std::vector<Transform> transforms;
};
Expected ExpectedOf(const TuneCase& wanted, const TuneInput& input);

class TuneRunner {
 public:
  static absl::StatusOr<std::unique_ptr<TuneRunner>> Create(rtc::Device* device,
                                                            const TuneInput& input,
                                                            int64_t array_bytes);

  // Returns the milliseconds of one execution: the median of several executions, over arrays larger
  // than caches. DataLoss if the results are not the expected ones.
  absl::StatusOr<double> Run(const kernels::PlannedKernel& kernel, const std::string& code,
                             const TuneCase& wanted, const Expected& expected,
                             const RunOptions& options);

  // Returns the milliseconds of a copy within the device that reads `bytes` and writes `bytes`.
  absl::StatusOr<double> CopyMilliseconds(int64_t bytes, int repeats);

 private:
  explicit TuneRunner(rtc::Device* device) : device_(device) {}

  absl::StatusOr<std::vector<uint64_t>> Bind(const kernels::PlannedKernel& kernel);
  absl::StatusOr<void*> Table(const kernels::TwiddleTable& table);
  absl::Status FillInput(Precision precision);
  absl::Status Check(const TuneCase& wanted, const Expected& expected);
  absl::StatusOr<double> Time(const rtc::Kernel& kernel, const rtc::LaunchGeometry& geometry,
                              void* const* arguments, const RunOptions& options);

  rtc::Device* const device_;
  const TuneInput* input_ = nullptr;
  int64_t array_bytes_ = 0;
  rtc::DeviceBuffer in_, out_;
  std::optional<Precision> filled_;  // the precision of the values in `in_`
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_, stop_;
  std::map<std::string, rtc::DeviceBuffer> tables_;
};

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNE_RUNNER_H_
