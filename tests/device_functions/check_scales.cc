// Runs two device functions of one length and different scales in one program, which also includes
// two shapes of a third one. The test compiles it with the macros PLAIN, HALF, QUARTER and
// QUARTER_WIDE, which name the headers. The exit status is 0 if the results differ by the scale.
#include <cstdio>

#include "tests/device_functions/threads.h"
// The headers are included after the stand-in for CUDA (threads.h).
#include PLAIN
#include HALF
#include QUARTER
#include QUARTER_WIDE

namespace {

namespace plain = fft_forward_60_single;
namespace half = fft_forward_60_single_scale_0p5;

static_assert(plain::kThreads == half::kThreads && plain::kTransforms == half::kTransforms);

}  // namespace

int main() {
  constexpr int kCount = plain::kTransforms, kPoints = kCount * plain::kLength;
  std::vector<float2> in(kPoints), by_one(kPoints), by_half(kPoints);
  for (int i = 0; i < kPoints; ++i) in[i] = {static_cast<float>(i % 7), static_cast<float>(i % 5)};
  Launch(1, plain::kThreads, [&] {
    __shared__ double2 exchange[plain::kSharedBytes / 16 + 1];
    plain::transform(in.data(), 1, 60, by_one.data(), 1, 60, 0, kCount, exchange);
    __syncthreads();
    half::transform(in.data(), 1, 60, by_half.data(), 1, 60, 0, kCount, exchange);
  });
  int wrong = 0;
  for (int i = 0; i < kPoints; ++i) {
    wrong += by_half[i].x != by_one[i].x / 2 || by_half[i].y != by_one[i].y / 2;
  }
  std::printf("%d of %d results differ by another factor\n", wrong, kPoints);
  return wrong == 0 && by_one[0].x != 0 ? 0 : 1;
}
