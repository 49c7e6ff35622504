// The smallest complete use of the library: plan, execute, check.
//
//   bazel run //examples:minimal
//
// Transforms a pure tone of 7 periods over 1000 samples: its spectrum is 1000 at frequency 7 and
// zero elsewhere. Runs on the first device found (a GPU, else the processor); FFT_DEVICE chooses.
#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "fft/fft.h"

namespace {

constexpr int64_t kSamples = 1000;
constexpr int64_t kTone = 7;

std::vector<std::complex<float>> MakeTone() {
  std::vector<std::complex<float>> samples(kSamples);
  for (int64_t n = 0; n < kSamples; ++n) {
    const double angle = 2 * M_PI * static_cast<double>(kTone * n) / kSamples;
    samples[n] = std::complex<float>(std::cos(angle), std::sin(angle));
  }
  return samples;
}

absl::Status Transform(fft::Context& context, std::vector<std::complex<float>>* data) {
  fft::Problem problem;
  problem.lengths = {kSamples};
  problem.placement = fft::Placement::kInPlace;
  const absl::StatusOr<std::shared_ptr<const fft::Plan>> plan = context.MakePlan(problem);
  if (!plan.ok()) return plan.status();

  // This program allocates device memory. A program with GPU pointers of its own passes them
  // instead.
  fft::rtc::Device& device = context.device();
  const size_t bytes = data->size() * sizeof(data->front());
  absl::StatusOr<fft::rtc::DeviceBuffer> buffer = fft::rtc::DeviceBuffer::Allocate(device, bytes);
  if (!buffer.ok()) return buffer.status();
  absl::StatusOr<fft::rtc::DeviceBuffer> workspace =
      fft::rtc::DeviceBuffer::Allocate(device, (*plan)->workspace_bytes());
  if (!workspace.ok()) return workspace.status();

  absl::Status status = device.CopyToDevice(buffer->data(), data->data(), bytes, nullptr);
  if (status.ok()) {
    status = (*plan)->Execute({.out = buffer->data(),
                               .workspace = workspace->data(),
                               .workspace_bytes = (*plan)->workspace_bytes()});
  }
  // A copy waits for the work that was enqueued before it.
  if (status.ok()) status = device.CopyToHost(data->data(), buffer->data(), bytes, nullptr);
  return status;
}

// The largest distance from the expected spectrum.
double LargestError(const std::vector<std::complex<float>>& spectrum) {
  double largest = 0;
  for (int64_t k = 0; k < kSamples; ++k) {
    const std::complex<float> expected = k == kTone ? static_cast<float>(kSamples) : 0.0f;
    largest = std::fmax(largest, std::abs(spectrum[k] - expected));
  }
  return largest;
}

}  // namespace

int main() {
  const absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create();
  if (!context.ok()) {
    std::fprintf(stderr, "no device: %s\n", std::string(context.status().message()).c_str());
    return 1;
  }
  std::vector<std::complex<float>> data = MakeTone();
  const absl::Status status = Transform(**context, &data);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return 1;
  }
  const double error = LargestError(data);
  std::printf("on %s: |X[%d]| = %.3f, largest error %.1e\n", (*context)->device().name().c_str(),
              static_cast<int>(kTone), std::abs(data[kTone]), error);
  return error < 1e-3 ? 0 : 1;
}
