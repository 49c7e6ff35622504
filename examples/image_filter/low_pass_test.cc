#include "examples/image_filter/low_pass.h"

#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

#include "examples/image_filter/pgm.h"
#include "fft/fft.h"
#include "gtest/gtest.h"

namespace image_filter {
namespace {

constexpr double kCutoff = 0.06;

// Computes what LowPass computes, by FFTW in double precision.
std::vector<double> ReferenceLowPass(const Image& image, double cutoff) {
  std::vector<std::complex<double>> data(image.pixels.begin(), image.pixels.end());
  auto* values = reinterpret_cast<fftw_complex*>(data.data());
  const int height = static_cast<int>(image.height), width = static_cast<int>(image.width);
  for (const int sign : {FFTW_FORWARD, FFTW_BACKWARD}) {
    fftw_plan plan = fftw_plan_dft_2d(height, width, values, values, sign, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    if (sign == FFTW_BACKWARD) break;
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        data[row * width + column] *= Gain(row, column, image, cutoff);
      }
    }
  }
  std::vector<double> result;
  for (const std::complex<double>& value : data) {
    result.push_back(value.real() / static_cast<double>(data.size()));
  }
  return result;
}

double Mean(const Image& image) {
  double sum = 0;
  for (float pixel : image.pixels) sum += pixel;
  return sum / static_cast<double>(image.pixels.size());
}

// Returns the mean square of the difference between neighbouring pixels. The eye sees it as
// sharpness.
double Roughness(const Image& image) {
  double sum = 0;
  for (size_t i = 1; i < image.pixels.size(); ++i) {
    sum += std::pow(image.pixels[i] - image.pixels[i - 1], 2);
  }
  return sum / static_cast<double>(image.pixels.size());
}

class LowPassTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto image = ReadPgm("examples/image_filter/stripes.pgm");
    ASSERT_TRUE(image.ok()) << image.status();
    image_ = *image;
    auto context = fft::Context::Create();
    ASSERT_TRUE(context.ok()) << context.status();
    auto filtered = LowPass(image_, kCutoff, **context);
    ASSERT_TRUE(filtered.ok()) << filtered.status();
    filtered_ = *filtered;
  }

  Image image_, filtered_;
};

TEST_F(LowPassTest, AgreesWithFftw) {
  const std::vector<double> expected = ReferenceLowPass(image_, kCutoff);
  double largest = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::fabs(filtered_.pixels[i] - expected[i]));
  }
  EXPECT_LT(largest, 255 * 1e-6);
}

TEST_F(LowPassTest, SmoothsAndKeepsTheBrightness) {
  EXPECT_LT(Roughness(filtered_), 0.05 * Roughness(image_));
  EXPECT_NEAR(Mean(filtered_), Mean(image_), 1e-3);
}

TEST(GainTest, FallsFromOneToHalfAtTheCutoff) {
  const Image image{100, 50, {}};
  EXPECT_DOUBLE_EQ(Gain(0, 0, image, 0.1), 1);
  EXPECT_DOUBLE_EQ(Gain(0, 10, image, 0.1), 0.5);
  EXPECT_DOUBLE_EQ(Gain(5, 0, image, 0.1), 0.5);
  EXPECT_DOUBLE_EQ(Gain(45, 0, image, 0.1), 0.5);  // the negative frequency -5
  EXPECT_LT(Gain(25, 50, image, 0.1), 1e-9);
}

}  // namespace
}  // namespace image_filter
