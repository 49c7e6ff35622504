// Runs one kernel by itself on a device, and tells whether it is right and how long it takes.
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
};

// The values of a case's input: the same for every case, repeated.
class TuneInput {
 public:
  TuneInput();
  std::complex<double> At(int64_t element) const;
  // The same values as twice as many reals.
  double RealAt(int64_t element) const;
  // The bytes of one period in memory.
  absl::string_view Bytes(Precision precision) const;

 private:
  // The values, which are exact in every precision.
  std::vector<Half> halves_;
  std::vector<float> singles_;
  std::vector<double> doubles_;
};

// The expected results of some transforms of a case, in extended precision.
struct Expected {
  struct Transform {
    int64_t out = 0;  // element of point 0
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

  // Milliseconds of one execution: the median of several, over arrays larger than caches. DataLoss
  // for results other than the expected ones.
  absl::StatusOr<double> Run(const kernels::PlannedKernel& kernel, const std::string& code,
                             const TuneCase& wanted, const Expected& expected,
                             const RunOptions& options);

  // Milliseconds of a copy within the device that reads and writes `bytes` each.
  absl::StatusOr<double> CopyMilliseconds(int64_t bytes, int repeats);

 private:
  explicit TuneRunner(rtc::Device* device) : device_(device) {}

  absl::StatusOr<std::vector<uint64_t>> Bind(const kernels::PlannedKernel& kernel);
  absl::StatusOr<void*> Table(const kernels::TwiddleTable& table);
  absl::Status FillInput(Precision precision);
  absl::Status Check(const TuneCase& wanted, const Expected& expected);
  absl::StatusOr<double> Time(const rtc::Kernel& kernel, const rtc::LaunchGeometry& geometry,
                              void* const* arguments, int repeats);

  rtc::Device* const device_;
  const TuneInput* input_ = nullptr;
  int64_t array_bytes_ = 0;
  rtc::DeviceBuffer in_, out_;
  std::optional<Precision> filled_;  // the precision of the values in in_
  rtc::ScopedStream stream_;
  rtc::ScopedEvent start_, stop_;
  std::map<std::string, rtc::DeviceBuffer> tables_;
};

}  // namespace fft::tune

#endif  // TOOLS_TUNE_TUNE_RUNNER_H_
