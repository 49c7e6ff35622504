// A matched filter: finds a known pulse in noise by correlation with it.
//
//   bazel run //examples:matched_filter
//
// The signal is 4000 samples of noise. A pulse of 400 samples begins at sample 2600. It sweeps
// through frequencies and is half as loud as the noise. The correlation of signal and pulse peaks
// where the pulse begins. One kernel pads the samples with zeros, transforms, multiplies,
// transforms back, and stores the wanted part. The program runs on the first device found (a GPU,
// else the processor); FFT_DEVICE chooses.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "fft/fft.h"

namespace {

constexpr int64_t kSamples = 4000;
constexpr int64_t kPulse = 400;
constexpr int64_t kPlace = 2600;
constexpr int64_t kAxis = 4500;  // at least kSamples + kPulse - 1, with small prime factors

std::vector<float> MakePulse() {
  std::vector<float> pulse(kPulse);
  for (int64_t n = 0; n < kPulse; ++n) {
    const double t = static_cast<double>(n) / kPulse;
    pulse[n] = static_cast<float>(std::sin(2 * M_PI * (10 * t + 45 * t * t)));
  }
  return pulse;
}

std::vector<float> MakeSignal(const std::vector<float>& pulse) {
  std::mt19937 random(1);
  std::vector<float> signal(kSamples);
  for (float& sample : signal) sample = static_cast<float>(random() % 2001) / 1000 * 2 - 2;
  for (int64_t n = 0; n < kPulse; ++n) signal[kPlace + n] += pulse[n];
  return signal;
}

// Returns device memory that holds `values`.
absl::StatusOr<fft::rtc::DeviceBuffer> Upload(fft::Context& context,
                                              const std::vector<float>& values) {
  const size_t bytes = values.size() * sizeof(float);
  auto buffer = fft::rtc::DeviceBuffer::Allocate(context.device(), bytes);
  if (!buffer.ok()) return buffer;
  const absl::Status copied =
      context.device().CopyToDevice(buffer->data(), values.data(), bytes, nullptr);
  if (!copied.ok()) return copied;
  return buffer;
}

// Correlates the signal with the pulse at every place where the pulse fits.
absl::StatusOr<std::vector<float>> Correlate(fft::Context& context,
                                             const std::vector<float>& signal,
                                             const std::vector<float>& pulse) {
  fft::Chain chain = fft::RealChain({kAxis});
  chain.conjugates = true;
  chain.arrays.input.ranges = {{0, kSamples}};
  chain.arrays.output.ranges = {{0, kSamples - kPulse + 1}};
  const auto filter = context.MakePlan(fft::FilterProblem(chain, {{0, kPulse}}));
  if (!filter.ok()) return filter.status();
  const auto plan = fft::MakeChain(context, chain);
  if (!plan.ok()) return plan.status();

  std::vector<float> result(kSamples - kPulse + 1);
  const int64_t workspace_bytes =
      std::max((*filter)->workspace_bytes(), (*plan)->workspace_bytes());
  const auto in = Upload(context, signal);
  const auto taps = Upload(context, pulse);
  const auto out = Upload(context, result);
  const auto spectrum =
      Upload(context, std::vector<float>(fft::SpectrumBytes(chain) / sizeof(float)));
  const auto workspace = fft::rtc::DeviceBuffer::Allocate(context.device(), workspace_bytes);
  for (const auto* buffer : {&in, &taps, &out, &spectrum, &workspace}) {
    if (!buffer->ok()) return buffer->status();
  }
  absl::Status status = (*filter)->Execute({.in = taps->data(),
                                            .out = spectrum->data(),
                                            .workspace = workspace->data(),
                                            .workspace_bytes = workspace_bytes});
  if (status.ok()) {
    status = (*plan)->Execute({.in = in->data(),
                               .out = out->data(),
                               .spectra = spectrum->data(),
                               .workspace = workspace->data(),
                               .workspace_bytes = workspace_bytes});
  }
  if (status.ok()) {
    status = context.device().CopyToHost(result.data(), out->data(), result.size() * sizeof(float),
                                         nullptr);
  }
  if (!status.ok()) return status;
  return result;
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "matched_filter: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace

int main() {
  const auto context = fft::Context::Create();
  if (!context.ok()) return Fail(context.status());
  const std::vector<float> pulse = MakePulse();
  const auto correlation = Correlate(**context, MakeSignal(pulse), pulse);
  if (!correlation.ok()) return Fail(correlation.status());
  const auto peak = std::max_element(correlation->begin(), correlation->end());
  const int64_t place = peak - correlation->begin();
  std::printf("the pulse begins at sample %lld\n", static_cast<long long>(place));
  return place == kPlace ? 0 : 1;
}
