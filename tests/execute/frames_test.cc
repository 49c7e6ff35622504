// Tests windows and point functions of results through the public interface, on the host device.
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kFrame = 48, kHop = 20, kFrames = 7, kBins = kFrame / 2 + 1;
constexpr int64_t kSamples = (kFrames - 1) * kHop + kFrame;

class FramesTest : public ::testing::Test {
 protected:
  FramesTest() : window_(kFrame), signal_(kSamples) {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    context_ = Context::Create(options).value();
    for (int64_t n = 0; n < kFrame; ++n) window_[n] = 1.0 / static_cast<double>(n + 1);
    for (int64_t n = 0; n < kSamples; ++n) signal_[n] = static_cast<double>(n * n % 11) - 5;
  }

  std::shared_ptr<const Plan> MakePlan(const std::string& ending) {
    return context_->MakePlan(ParseToken(kToken + ending).value()).value();
  }

  // Returns bin k of frame f by its definition.
  std::complex<double> BinOf(int64_t f, int64_t k) const {
    std::complex<double> sum = 0;
    for (int64_t n = 0; n < kFrame; ++n) {
      const double angle = -2 * M_PI * static_cast<double>(k * n % kFrame) / kFrame;
      sum += signal_[f * kHop + n] * window_[n] * std::polar(1.0, angle);
    }
    return sum;
  }

  const std::string kToken = "real_forward_len_48_double_op_batch_7_idist_20";
  std::shared_ptr<Context> context_;
  std::vector<double> window_, signal_;
};

TEST_F(FramesTest, AreWindowedAndSquared) {
  const auto plan = MakePlan("_window_power");
  std::vector<double> power(kFrames * kBins);
  ASSERT_TRUE(
      plan->Execute({.in = signal_.data(), .out = power.data(), .load_user = window_.data()}).ok());
  for (int64_t f = 0; f < kFrames; ++f) {
    for (int64_t k = 0; k < kBins; ++k) {
      EXPECT_NEAR(power[f * kBins + k], std::norm(BinOf(f, k)), 1e-10) << f << ", " << k;
    }
  }
}

TEST_F(FramesTest, AnExecutionBringsItsWindow) {
  const auto plan = MakePlan("_window_magnitude");
  std::vector<double> once(kFrames * kBins), twice(kFrames * kBins);
  std::vector<double> doubled = window_;
  for (double& factor : doubled) factor *= 2;
  ASSERT_TRUE(
      plan->Execute({.in = signal_.data(), .out = once.data(), .load_user = window_.data()}).ok());
  ASSERT_TRUE(
      plan->Execute({.in = signal_.data(), .out = twice.data(), .load_user = doubled.data()}).ok());
  for (size_t i = 0; i < once.size(); ++i) EXPECT_DOUBLE_EQ(2 * once[i], twice[i]);
}

TEST_F(FramesTest, TheScaleComesBeforeTheFunction) {
  const auto plain = MakePlan("_power"), scaled = MakePlan("_scale_0.5_power");
  std::vector<double> whole(kFrames * kBins), quarter(kFrames * kBins);
  ASSERT_TRUE(plain->Execute({.in = signal_.data(), .out = whole.data()}).ok());
  ASSERT_TRUE(scaled->Execute({.in = signal_.data(), .out = quarter.data()}).ok());
  for (size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i] / 4, quarter[i], 1e-9);
}

TEST_F(FramesTest, AWindowMustBeThere) {
  const auto plan = MakePlan("_window_power");
  std::vector<double> power(kFrames * kBins);
  ExecuteArguments arguments = {.in = signal_.data(), .out = power.data()};
  const std::string missing(plan->Execute(arguments).message());
  EXPECT_EQ(missing, "load_user is null; allowed: a pointer to the device's memory");
  EXPECT_FALSE(plan->ExecuteAtOnce(signal_.data(), power.data()));
  arguments.load_user = reinterpret_cast<char*>(window_.data()) + 1;
  EXPECT_THAT(std::string(plan->Execute(arguments).message()),
              HasSubstr("an address aligned to 16 bytes"));
}

TEST_F(FramesTest, RowsOfSeveralKernelsHaveNoWindow) {
  for (const char* token : {"complex_forward_len_1048576_single_op_window",
                            "real_forward_len_1048576_double_op_window_power"}) {
    const absl::Status status = context_->MakePlan(ParseToken(token).value()).status();
    EXPECT_TRUE(absl::IsUnimplemented(status)) << status;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("a window is for plans whose first kernel transforms rows of 1048576"));
  }
}

// Overlap-add turns the frames of a signal into the signal again, with the same bits each time.
TEST_F(FramesTest, TheWayBackGivesTheSignal) {
  std::vector<std::complex<double>> bins(kFrames * kBins);
  ASSERT_TRUE(MakePlan("_window")
                  ->Execute({.in = signal_.data(), .out = bins.data(), .load_user = window_.data()})
                  .ok());
  Chain chain = RealOverlapAdd(kFrame, kFrames, kHop);
  chain.arrays.precision = Precision::kDouble;
  chain.normalizes = true;
  const auto plan = MakeChain(*context_, chain).value();
  std::vector<unsigned char> workspace(plan->workspace_bytes() + 256);
  ChainArguments arguments = {.in = bins.data(), .spectra = window_.data()};
  arguments.workspace =
      workspace.data() + (256 - reinterpret_cast<uintptr_t>(workspace.data()) % 256);
  arguments.workspace_bytes = plan->workspace_bytes();
  std::vector<double> once(kSamples), again(kSamples, 77);
  arguments.out = once.data();
  ASSERT_TRUE(plan->Execute(arguments).ok());
  arguments.out = again.data();
  ASSERT_TRUE(plan->Execute(arguments).ok());
  for (int64_t n = 0; n < kSamples; ++n) EXPECT_NEAR(once[n], signal_[n], 1e-11) << n;
  EXPECT_EQ(once, again);
  arguments.spectra = nullptr;
  EXPECT_THAT(std::string(plan->Execute(arguments).message()), HasSubstr("spectra is null"));
}

// Lengths that are usual for audio take one kernel on GPUs. The kernel stores reals.
TEST_F(FramesTest, TheLengthsOfAudioAreOneKernel) {
  for (const char* target : {"gfx90a", "sm_80", "sm_90"}) {
    for (const char* length : {"400", "512", "1024", "2048"}) {
      const std::string token =
          std::string("real_forward_len_") + length + "_single_op_batch_98_idist_160_window_power";
      const auto plan = DescribePlan(ParseToken(token).value(), FindTarget(target).value(), {});
      ASSERT_TRUE(plan.ok()) << target << ": " << plan.status();
      ASSERT_EQ(plan->kernels.size(), 1u) << target << ": " << token;
      const kernels::KernelSpec& spec = plan->kernels.front().spec;
      EXPECT_NE(spec.window, kernels::WindowUse::kNone);
      EXPECT_EQ(spec.function, PointFunction::kPower);
      EXPECT_EQ(spec.out_format, ArrayFormat::kReal);
    }
  }
}

}  // namespace
}  // namespace fft
