// Computes the spectra of three real images in place by hipFFT's advanced interface, and checks
// them by a sum.
#include <hip/hip_runtime_api.h>
#include <hipfft/hipfft.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

namespace {

constexpr int kRows = 4, kColumns = 5, kImages = 3;
constexpr int kHalf = kColumns / 2 + 1, kPadded = 2 * kHalf;

float Pixel(int image, int row, int column) {
  return static_cast<float>(image + 2 * row + column * column);
}

std::complex<double> Expected(int image, int u, int v) {
  const double pi = std::acos(-1.0);
  std::complex<double> sum = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double turns = double(u * row) / kRows + double(v * column) / kColumns;
      sum += double(Pixel(image, row, column)) * std::polar(1.0, -2 * pi * turns);
    }
  }
  return sum;
}

}  // namespace

int main() {
  std::vector<float> images(kImages * kRows * kPadded);
  for (int i = 0; i < kImages * kRows * kColumns; ++i) {
    const int column = i % kColumns, row = i / kColumns % kRows, image = i / kColumns / kRows;
    images[(image * kRows + row) * kPadded + column] = Pixel(image, row, column);
  }
  const size_t bytes = images.size() * sizeof(float);
  float* data = nullptr;
  if (hipMalloc(reinterpret_cast<void**>(&data), bytes) != hipSuccess) return 1;
  if (hipMemcpy(data, images.data(), bytes, hipMemcpyHostToDevice) != hipSuccess) return 1;

  int n[] = {kRows, kColumns}, in_embed[] = {kRows, kPadded}, out_embed[] = {kRows, kHalf};
  hipfftHandle plan;
  if (hipfftPlanMany(&plan, 2, n, in_embed, 1, kRows * kPadded, out_embed, 1, kRows * kHalf,
                     HIPFFT_R2C, kImages) != HIPFFT_SUCCESS) {
    return 2;
  }
  hipfftComplex* const spectra = reinterpret_cast<hipfftComplex*>(data);
  if (hipfftExecR2C(plan, data, spectra) != HIPFFT_SUCCESS) return 3;
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  if (hipMemcpy(images.data(), data, bytes, hipMemcpyDeviceToHost) != hipSuccess) return 1;

  double worst = 0;
  for (int i = 0; i < kImages * kRows * kHalf; ++i) {
    const std::complex<double> got(images[2 * i], images[2 * i + 1]);
    const int v = i % kHalf, u = i / kHalf % kRows;
    worst = std::max(worst, std::abs(got - Expected(i / kHalf / kRows, u, v)));
  }
  if (hipfftDestroy(plan) != HIPFFT_SUCCESS || hipFree(data) != hipSuccess) return 4;
  std::printf("largest difference below 1e-4: %s\n", worst < 1e-4 ? "yes" : "no");
  return worst < 1e-4 ? 0 : 5;
}
