// Compares the transform of a header with the sum of the definition. The test compiles this program
// with the macros HEADER, NAME (the header's namespace) and SIGN (of the exponent). The exit status
// is 0 if all results are right.
#include <complex>
#include <cstdio>
#include <numbers>

#include "tests/device_functions/threads.h"
// The header is included after the stand-in for CUDA (threads.h).
#include HEADER

namespace {

using NAME::Complex;
using NAME::kLength;
using NAME::kSharedBytes;
using NAME::kThreads;
using NAME::kTransforms;
using Value = std::complex<double>;

constexpr int kCount = 2 * kTransforms + 1;  // the last workgroup's tile is not full

// How the elements of one side lie in memory.
struct Side {
  int stride, distance;
};

Value Input(int t, int k) { return {std::sin(t + 3.0 * k), std::cos(2.0 * t - k)}; }

Value Sum(int t, int k) {
  Value sum;
  for (int j = 0; j < kLength; ++j) {
    const double turns = static_cast<double>(static_cast<long long>(j) * k % kLength) / kLength;
    sum += Input(t, j) * std::polar(1.0, SIGN * 2 * std::numbers::pi * turns);
  }
  return sum;
}

void Kernel(const Complex* in, Side from, Complex* out, Side to) {
  __shared__ double2 exchange[kSharedBytes / 16 + 1];
  NAME::transform(in, from.stride, from.distance, out, to.stride, to.distance,
                  static_cast<int>(blockIdx.x) * kTransforms, kCount, exchange);
  __syncthreads();
}

// Whether `out` holds the sums and the memory between its elements is unchanged.
bool IsRight(Side from, Side to, bool in_place) {
  constexpr Complex kBefore = {77, -77};
  std::vector<Complex> in(kCount * from.distance, kBefore), out(kCount * to.distance, kBefore);
  for (int t = 0; t < kCount; ++t) {
    for (int k = 0; k < kLength; ++k) {
      const Value x = Input(t, k);
      in[t * from.distance + k * from.stride] = {static_cast<decltype(Complex::x)>(x.real()),
                                                 static_cast<decltype(Complex::y)>(x.imag())};
    }
  }
  if (in_place) out = in;
  Complex* const source = in_place ? out.data() : in.data();
  Launch(3, kThreads, [&] { Kernel(source, from, out.data(), to); });
  const double unit = sizeof(Complex::x) == 4 ? 0x1p-22 : 0x1p-50;
  double error = 0, norm = 0;
  size_t touched = 0;
  for (int t = 0; t < kCount; ++t) {
    for (int k = 0; k < kLength; ++k) {
      const Complex y = out[t * to.distance + k * to.stride];
      error += std::norm(Value(y.x, y.y) - Sum(t, k));
      norm += std::norm(Sum(t, k));
    }
  }
  for (const Complex& y : out) touched += y.x != kBefore.x || y.y != kBefore.y;
  const double difference = std::sqrt(error / norm);
  std::printf("%s, strides %d and %d%s: difference %.1e\n", HEADER, from.stride, to.stride,
              in_place ? ", in place" : "", difference);
  return difference < 8 * unit && touched == static_cast<size_t>(kCount) * kLength;
}

}  // namespace

int main() {
  const Side rows = {1, kLength}, apart = {1, kLength + 3}, every_third = {3, 3 * kLength};
  const bool right = IsRight(rows, rows, false) && IsRight(apart, every_third, false) &&
                     IsRight(apart, apart, true);
  return right ? 0 : 1;
}
