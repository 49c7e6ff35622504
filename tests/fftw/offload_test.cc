// Tests plans on the device that FFT_FFTW_DEVICE names. In this test it is a CUDA driver over host
// memory.
#include <fftw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/fftw/loaded_api.h"

namespace fft::testing {
namespace {

class OffloadTest : public ::testing::Test {
 protected:
  // Whether the plan runs on the device, according to its printed text.
  bool IsOnDevice(fftw_plan plan) const {
    char* const text = api_.Get<decltype(fftw_sprint_plan)>("sprint_plan")(plan);
    const bool is_there = std::string(text).find(" on cuda") != std::string::npos;
    std::free(text);
    return is_there;
  }

  void Execute(fftw_plan plan) const { api_.Get<decltype(fftw_execute)>("execute")(plan); }
  void Destroy(fftw_plan plan) const {
    api_.Get<decltype(fftw_destroy_plan)>("destroy_plan")(plan);
  }

  const LoadedApi api_{"libfftw3.so.3", "fftw_"};
};

std::vector<double> Wave(size_t reals) {
  std::vector<double> numbers(reals);
  for (size_t i = 0; i < reals; ++i) numbers[i] = std::sin(1.0 + 0.37 * static_cast<double>(i));
  return numbers;
}

fftw_complex* Pairs(std::vector<double>* reals) {
  return reinterpret_cast<fftw_complex*>(reals->data());
}

double Distance(const std::vector<double>& a, const std::vector<double>& b, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

TEST_F(OffloadTest, ComplexNumbers) {
  constexpr int kLength = 120;
  std::vector<double> in = Wave(2 * kLength), out(in.size()), expected(in.size());
  const std::vector<double> before = in;
  const fftw_plan reference =
      fftw_plan_dft_1d(kLength, Pairs(&in), Pairs(&expected), FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(reference);
  fftw_destroy_plan(reference);
  const fftw_plan plan = api_.Get<decltype(fftw_plan_dft_1d)>("plan_dft_1d")(
      kLength, Pairs(&in), Pairs(&out), FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  EXPECT_TRUE(IsOnDevice(plan));
  Execute(plan);
  Destroy(plan);
  EXPECT_LT(Distance(out, expected, out.size()), 1e-12);
  EXPECT_EQ(in, before);
}

// In-place rows of reals have gaps. The gaps belong to the arrays of the transform, so it may
// overwrite them.
TEST_F(OffloadTest, RealsInPlaceThereAndBack) {
  constexpr int kRows = 6, kLength = 10, kPadded = 2 * (kLength / 2 + 1);
  std::vector<double> data = Wave(kRows * kPadded);
  const std::vector<double> before = data;
  const fftw_plan forward = api_.Get<decltype(fftw_plan_dft_r2c_2d)>("plan_dft_r2c_2d")(
      kRows, kLength, data.data(), Pairs(&data), FFTW_ESTIMATE);
  const fftw_plan inverse = api_.Get<decltype(fftw_plan_dft_c2r_2d)>("plan_dft_c2r_2d")(
      kRows, kLength, Pairs(&data), data.data(), FFTW_ESTIMATE);
  ASSERT_NE(forward, nullptr);
  ASSERT_NE(inverse, nullptr);
  EXPECT_TRUE(IsOnDevice(forward));
  EXPECT_TRUE(IsOnDevice(inverse));
  Execute(forward);
  EXPECT_GT(Distance(data, before, data.size()), 1);
  Execute(inverse);
  Destroy(forward);
  Destroy(inverse);
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i < kLength; ++i) {
      const size_t at = row * kPadded + i;
      EXPECT_NEAR(data[at], kRows * kLength * before[at], 1e-11) << row << ", " << i;
    }
  }
}

// The program may write between the elements of an output during the execution, so such an output
// is not copied.
TEST_F(OffloadTest, AnOutputWithGapsStaysOnTheHost) {
  constexpr int kLength = 16;
  std::vector<double> in = Wave(2 * kLength), out(4 * kLength);
  const fftw_iodim dim = {kLength, 1, 2};
  const fftw_plan plan = api_.Get<decltype(fftw_plan_guru_dft)>("plan_guru_dft")(
      1, &dim, 0, nullptr, Pairs(&in), Pairs(&out), FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  EXPECT_FALSE(IsOnDevice(plan));
  Destroy(plan);
}

}  // namespace
}  // namespace fft::testing
