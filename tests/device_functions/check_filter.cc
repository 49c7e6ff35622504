// Runs the example's kernel on the processor. The filter is a shift, so the rows must be shifted by
// 5 points.
#include <complex>
#include <cstdio>
#include <numbers>

#include "tests/device_functions/threads.h"
// The kernel's text is included after the stand-in for CUDA (threads.h).
#include "examples/device_functions/filter_rows.cu"

int main() {
  constexpr int kN = forward::kLength, kShift = 5;
  const int count = 2 * forward::kTransforms + 1;
  std::vector<float2> rows(count * kN), filter(kN), filtered(count * kN);
  for (int i = 0; i < count * kN; ++i) rows[i] = {static_cast<float>(i % 31), std::sin(i * 1.f)};
  for (int k = 0; k < kN; ++k) {
    const auto w = std::polar(1.0 / kN, -2 * std::numbers::pi * kShift * k / kN);
    filter[k] = {static_cast<float>(w.real()), static_cast<float>(w.imag())};
  }
  const unsigned blocks = (count + forward::kTransforms - 1) / forward::kTransforms;
  Launch(blocks, forward::kThreads,
         [&] { filter_rows(rows.data(), filter.data(), filtered.data(), count); });
  float most = 0;
  for (int i = 0; i < count * kN; ++i) {
    const float2 from = rows[i / kN * kN + (i + kN - kShift) % kN];
    most = std::fmax(most, std::fabs(filtered[i].x - from.x) + std::fabs(filtered[i].y - from.y));
  }
  std::printf("filter_rows: difference at most %.1e of 30\n", most);
  return most < 1e-4f ? 0 : 1;
}
