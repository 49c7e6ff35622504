#include "examples/image_filter/low_pass.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

namespace image_filter {
namespace {

using Complex = std::complex<float>;

// Returns the frequency of index k of n, in cycles per pixel. The upper half of the indices has
// negative frequencies.
double Frequency(int64_t k, int64_t n) {
  return static_cast<double>(std::min(k, n - k)) / static_cast<double>(n);
}

// One transform of the image's shape, in place, with the memory it needs.
class Transform {
 public:
  static absl::StatusOr<Transform> Make(const Image& image, fft::TransformType type,
                                        fft::Context& context) {
    fft::Problem problem;
    problem.type = type;
    problem.lengths = {image.height, image.width};
    problem.placement = fft::Placement::kInPlace;
    // No transform normalises by itself, so the inverse one divides by the number of points.
    if (!fft::IsForward(type)) problem.scale = 1.0 / static_cast<double>(image.pixels.size());
    Transform transform;
    absl::StatusOr<std::shared_ptr<const fft::Plan>> plan = context.MakePlan(problem);
    if (!plan.ok()) return plan.status();
    transform.plan_ = *std::move(plan);
    absl::StatusOr<fft::rtc::DeviceBuffer> workspace =
        fft::rtc::DeviceBuffer::Allocate(context.device(), transform.plan_->workspace_bytes());
    if (!workspace.ok()) return workspace.status();
    transform.workspace_ = *std::move(workspace);
    return transform;
  }

  absl::Status Run(void* data) const {
    return plan_->Execute(
        {.out = data, .workspace = workspace_.data(), .workspace_bytes = plan_->workspace_bytes()});
  }

 private:
  std::shared_ptr<const fft::Plan> plan_;
  fft::rtc::DeviceBuffer workspace_;
};

}  // namespace

double Gain(int64_t row, int64_t column, const Image& image, double cutoff) {
  const double distance = std::hypot(Frequency(row, image.height), Frequency(column, image.width));
  return std::exp2(-std::pow(distance / cutoff, 2));
}

absl::StatusOr<Image> LowPass(const Image& image, double cutoff, fft::Context& context) {
  absl::StatusOr<Transform> forward =
      Transform::Make(image, fft::TransformType::kComplexForward, context);
  if (!forward.ok()) return forward.status();
  absl::StatusOr<Transform> inverse =
      Transform::Make(image, fft::TransformType::kComplexInverse, context);
  if (!inverse.ok()) return inverse.status();

  fft::rtc::Device& device = context.device();
  std::vector<Complex> data(image.pixels.begin(), image.pixels.end());
  const size_t bytes = data.size() * sizeof(Complex);
  absl::StatusOr<fft::rtc::DeviceBuffer> buffer = fft::rtc::DeviceBuffer::Allocate(device, bytes);
  if (!buffer.ok()) return buffer.status();

  absl::Status status = device.CopyToDevice(buffer->data(), data.data(), bytes, nullptr);
  if (status.ok()) status = forward->Run(buffer->data());
  if (status.ok()) status = device.CopyToHost(data.data(), buffer->data(), bytes, nullptr);
  if (!status.ok()) return status;
  for (int64_t row = 0; row < image.height; ++row) {
    for (int64_t column = 0; column < image.width; ++column) {
      data[row * image.width + column] *= static_cast<float>(Gain(row, column, image, cutoff));
    }
  }
  status = device.CopyToDevice(buffer->data(), data.data(), bytes, nullptr);
  if (status.ok()) status = inverse->Run(buffer->data());
  if (status.ok()) status = device.CopyToHost(data.data(), buffer->data(), bytes, nullptr);
  if (!status.ok()) return status;

  Image filtered = image;
  std::transform(data.begin(), data.end(), filtered.pixels.begin(),
                 [](Complex value) { return value.real(); });
  return filtered;
}

}  // namespace image_filter
