#include "bench/buffers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fft/base/bfloat16.h"
#include "fft/base/half.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "tests/support/side.h"

namespace fft::bench {
namespace {

using testing::Side;

int64_t SideBytes(const Side& side) {
  return side.volume() * side.planes() * ElementBytes(side.format, side.precision);
}

template <typename Storage>
void AppendUniform(int64_t bytes, Storage (*convert)(float), std::vector<uint8_t>* to) {
  uint32_t state = 12345;
  while (static_cast<int64_t>(to->size()) < bytes) {
    state = state * 1664525u + 1013904223u;  // Numerical Recipes' generator: good enough for timing
    const Storage value = convert(std::ldexp(static_cast<float>(state >> 8), -24) - 0.5f);
    const auto* first = reinterpret_cast<const uint8_t*>(&value);
    to->insert(to->end(), first, first + sizeof(value));
  }
}

// Returns `bytes` bytes that hold random numbers in [-0.5, 0.5] of this precision.
std::vector<uint8_t> RandomBytes(int64_t bytes, Precision precision) {
  std::vector<uint8_t> result;
  switch (precision) {
    case Precision::kHalf:
      AppendUniform<Half>(bytes, FloatToHalf, &result);
      break;
    case Precision::kBfloat16:
      AppendUniform<Bfloat16>(
          bytes, [](float x) { return Bfloat16(x); }, &result);
      break;
    case Precision::kSingle:
      AppendUniform<float>(
          bytes, [](float x) { return x; }, &result);
      break;
    case Precision::kDouble:
      AppendUniform<double>(
          bytes, [](float x) { return static_cast<double>(x); }, &result);
      break;
  }
  return result;
}

}  // namespace

int64_t BytesRead(const Problem& problem) { return SideBytes(testing::InputSide(problem)); }
int64_t BytesWritten(const Problem& problem) { return SideBytes(testing::OutputSide(problem)); }

int RotationCount(int64_t set_bytes, int64_t cache_bytes) {
  if (set_bytes <= 0) return 1;
  // Before a set is used again, the other sets fill the cache twice. More than 256 sets would only
  // cost memory.
  return static_cast<int>(std::clamp<int64_t>(CeilDiv(2 * cache_bytes, set_bytes), 1, 256));
}

int64_t ExecutionsBeforeOverflow(const Problem& problem) {
  if (problem.placement == Placement::kOutOfPlace) return 0;
  double log_points = 0;
  for (int64_t length : problem.lengths) log_points += std::log10(static_cast<double>(length));
  const double growth = log_points / 2 + std::log10(std::max(std::fabs(problem.scale), 1e-30));
  const double room = PrecisionOf(problem, problem.output) == Precision::kHalf ? 3 : 30;
  return growth <= 0 ? 1000 : std::max<int64_t>(1, static_cast<int64_t>(room / growth));
}

absl::StatusOr<void*> RotatingArrays::Add(int64_t bytes, bool is_input) {
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(*device_, bytes));
  planes_.push_back({std::move(buffer), is_input});
  return planes_.back().buffer.data();
}

absl::StatusOr<RotatingArrays> RotatingArrays::Allocate(const Problem& problem, int count,
                                                        rtc::Device* device) {
  constexpr int64_t kRandomBytes = int64_t{4} << 20;
  const Side in = testing::InputSide(problem), out = testing::OutputSide(problem);
  const bool in_place = problem.placement == Placement::kInPlace;
  RotatingArrays arrays;
  arrays.device_ = device;
  const std::vector<uint8_t> random = RandomBytes(kRandomBytes, in.precision);
  FFT_ASSIGN_OR_RETURN(arrays.random_, rtc::DeviceBuffer::Allocate(*device, random.size()));
  FFT_RETURN_IF_ERROR(
      device->CopyToDevice(arrays.random_.data(), random.data(), random.size(), nullptr));
  for (int i = 0; i < count; ++i) {
    Arrays set;
    void** const inputs[] = {&set.in, &set.in_imag};
    void** const outputs[] = {&set.out, &set.out_imag};
    for (int plane = 0; plane < in.planes(); ++plane) {
      const int64_t both = in_place && plane < out.planes() ? out.PlaneBytes(plane) : 0;
      FFT_ASSIGN_OR_RETURN(*inputs[plane],
                           arrays.Add(std::max(in.PlaneBytes(plane), both), /*is_input=*/true));
    }
    for (int plane = 0; plane < out.planes(); ++plane) {
      if (in_place) {
        *outputs[plane] = *inputs[plane];
        continue;
      }
      FFT_ASSIGN_OR_RETURN(*outputs[plane], arrays.Add(out.PlaneBytes(plane), /*is_input=*/false));
    }
    arrays.sets_.push_back(set);
  }
  FFT_RETURN_IF_ERROR(arrays.Refill(nullptr));
  FFT_RETURN_IF_ERROR(device->Synchronize(nullptr));
  return arrays;
}

absl::Status RotatingArrays::Refill(rtc::Stream stream) const {
  for (const Plane& plane : planes_) {
    if (!plane.is_input) continue;
    auto* to = static_cast<uint8_t*>(plane.buffer.data());
    const size_t bytes = plane.buffer.bytes();
    for (size_t done = 0; done < bytes; done += random_.bytes()) {
      FFT_RETURN_IF_ERROR(device_->CopyOnDevice(to + done, random_.data(),
                                                std::min(random_.bytes(), bytes - done), stream));
    }
  }
  return absl::OkStatus();
}

}  // namespace fft::bench
