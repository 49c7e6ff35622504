// A Fourier layer that differentiates: it has one input channel, and its two outputs are the
// input's derivatives.
//
//   bazel run //examples:fourier_layer
//
// The input is a periodic field u(x, y) of 96 x 128 points whose waves have at most 15 periods. The
// layer multiplies the field's spectrum by i kx for the first output and by i ky for the second
// output, in the modes -16 to 15 along y and 0 to 15 along x. A neural network learns these factors
// instead. The program runs on the first device found (a GPU, else the processor); FFT_DEVICE
// chooses.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "fft/fft.h"

namespace {

constexpr int64_t kRows = 96, kColumns = 128;
constexpr int64_t kModes = 16;

double X(int64_t column) { return 2 * M_PI * static_cast<double>(column) / kColumns; }
double Y(int64_t row) { return 2 * M_PI * static_cast<double>(row) / kRows; }

// u = sin(3 x) cos(5 y), and its derivatives.
std::vector<float> Field() {
  std::vector<float> field;
  for (int64_t row = 0; row < kRows; ++row) {
    for (int64_t column = 0; column < kColumns; ++column) {
      field.push_back(static_cast<float>(std::sin(3 * X(column)) * std::cos(5 * Y(row))));
    }
  }
  return field;
}

std::vector<float> Derivatives() {
  std::vector<float> field;
  for (int output = 0; output < 2; ++output) {
    for (int64_t row = 0; row < kRows; ++row) {
      for (int64_t column = 0; column < kColumns; ++column) {
        const double x = X(column), y = Y(row);
        field.push_back(static_cast<float>(output == 0 ? 3 * std::cos(3 * x) * std::cos(5 * y)
                                                       : -5 * std::sin(3 * x) * std::sin(5 * y)));
      }
    }
  }
  return field;
}

// Returns the layer's matrices W[output][ky][kx], for its only input.
std::vector<float> Matrices() {
  std::vector<float> matrices;
  for (int output = 0; output < 2; ++output) {
    for (int64_t ky = -kModes; ky < kModes; ++ky) {
      for (int64_t kx = 0; kx < kModes; ++kx) {
        matrices.push_back(0);
        matrices.push_back(static_cast<float>(output == 0 ? kx : ky));
      }
    }
  }
  return matrices;
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

absl::StatusOr<std::vector<float>> Apply(fft::Context& context) {
  fft::Chain layer =
      fft::RealLayer(2, {kRows, kColumns}, {{kRows - kModes, 2 * kModes}, {0, kModes}});
  layer.arrays.input.ranges = {{0, 1}, {0, kRows}, {0, kColumns}};  // one channel of the two
  const auto plan = fft::MakeChain(context, layer);
  if (!plan.ok()) return plan.status();
  std::vector<float> result(2 * kRows * kColumns);
  const int64_t workspace_bytes = (*plan)->workspace_bytes();
  const auto in = Upload(context, Field());
  const auto matrices = Upload(context, Matrices());
  const auto out = Upload(context, result);
  const auto workspace = fft::rtc::DeviceBuffer::Allocate(context.device(), workspace_bytes);
  for (const auto* buffer : {&in, &matrices, &out, &workspace}) {
    if (!buffer->ok()) return buffer->status();
  }
  absl::Status status = (*plan)->Execute({.in = in->data(),
                                          .out = out->data(),
                                          .spectra = matrices->data(),
                                          .workspace = workspace->data(),
                                          .workspace_bytes = workspace_bytes});
  if (status.ok()) {
    status = context.device().CopyToHost(result.data(), out->data(), result.size() * sizeof(float),
                                         nullptr);
  }
  if (!status.ok()) return status;
  return result;
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "fourier_layer: %s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace

int main() {
  const auto context = fft::Context::Create();
  if (!context.ok()) return Fail(context.status());
  const auto result = Apply(**context);
  if (!result.ok()) return Fail(result.status());
  const std::vector<float> expected = Derivatives();
  double error = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    error = std::max(error, std::abs(static_cast<double>((*result)[i]) - expected[i]));
  }
  std::printf("largest error of both derivatives: %.1e\n", error);
  return error < 1e-4 ? 0 : 1;
}
