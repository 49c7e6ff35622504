// A spectrogram: the power of overlapping frames of a signal, by one plan.
//
//   bazel run //examples:spectrogram
//
// A tone rises from 1,000 to 5,000 Hz within two seconds, at 16,000 samples per second. A frame has
// 400 samples and begins 160 samples after the frame before, as is usual for speech. The plan reads
// each frame, multiplies it by a Hann window, transforms it, and stores the power of each
// frequency. In every frame the loudest frequency is that of the tone. The program runs on the
// first device found (a GPU, else the processor); FFT_DEVICE chooses.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "fft/fft.h"

namespace {

constexpr int64_t kRate = 16000;  // samples per second
constexpr int64_t kSamples = 2 * kRate;
constexpr int64_t kFrame = 400, kHop = 160;
constexpr int64_t kFrames = (kSamples - kFrame) / kHop + 1;
constexpr int64_t kBins = kFrame / 2 + 1;
constexpr double kFirstHertz = 1000, kLastHertz = 5000;

double HertzAt(double sample) {
  return kFirstHertz + (kLastHertz - kFirstHertz) * sample / kSamples;
}

std::vector<float> MakeTone() {
  std::vector<float> tone(kSamples);
  double turns = 0;
  for (int64_t n = 0; n < kSamples; ++n) {
    tone[n] = static_cast<float>(std::sin(2 * M_PI * turns));
    turns += HertzAt(static_cast<double>(n)) / kRate;
  }
  return tone;
}

std::vector<float> MakeHannWindow() {
  std::vector<float> window(kFrame);
  for (int64_t n = 0; n < kFrame; ++n) {
    window[n] =
        static_cast<float>(0.5 - 0.5 * std::cos(2 * M_PI * static_cast<double>(n) / kFrame));
  }
  return window;
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

// Returns the power of every bin of every frame.
absl::StatusOr<std::vector<float>> Spectrogram(fft::Context& context,
                                               const std::vector<float>& signal) {
  fft::Problem problem;
  problem.type = fft::TransformType::kRealForward;
  problem.lengths = {kFrame};
  problem.batch = kFrames;
  problem.input.distance = kHop;
  problem.input.has_window = true;
  problem.output.function = fft::PointFunction::kPower;
  SetDefaultFormats(&problem);
  const auto plan = context.MakePlan(problem);
  if (!plan.ok()) return plan.status();

  std::vector<float> power(kFrames * kBins);
  const auto in = Upload(context, signal), window = Upload(context, MakeHannWindow());
  const auto out = Upload(context, power);
  const auto workspace =
      fft::rtc::DeviceBuffer::Allocate(context.device(), (*plan)->workspace_bytes());
  for (const auto* buffer : {&in, &window, &out, &workspace}) {
    if (!buffer->ok()) return buffer->status();
  }
  const absl::Status run = (*plan)->Execute({.in = in->data(),
                                             .out = out->data(),
                                             .workspace = workspace->data(),
                                             .workspace_bytes = (*plan)->workspace_bytes(),
                                             .load_user = window->data()});
  if (!run.ok()) return run;
  // A copy waits for the work that was enqueued before it.
  const absl::Status copied =
      context.device().CopyToHost(power.data(), out->data(), power.size() * sizeof(float), nullptr);
  if (!copied.ok()) return copied;
  return power;
}

// Returns the largest distance, in bins, between a frame's loudest bin and the tone.
double LargestDistance(const std::vector<float>& power) {
  double largest = 0;
  for (int64_t frame = 0; frame < kFrames; ++frame) {
    const auto begin = power.begin() + frame * kBins;
    const auto loudest = static_cast<double>(std::max_element(begin, begin + kBins) - begin);
    const double middle = static_cast<double>(frame * kHop) + 0.5 * kFrame;
    largest = std::max(largest, std::abs(loudest - HertzAt(middle) * kFrame / kRate));
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
  const absl::StatusOr<std::vector<float>> power = Spectrogram(**context, MakeTone());
  if (!power.ok()) {
    std::fprintf(stderr, "%s\n", std::string(power.status().message()).c_str());
    return 1;
  }
  const double distance = LargestDistance(*power);
  std::printf("on %s: %d frames of %d bins, the loudest bin within %.2f of the tone\n",
              (*context)->device().name().c_str(), static_cast<int>(kFrames),
              static_cast<int>(kBins), distance);
  return distance <= 1 ? 0 : 1;
}
