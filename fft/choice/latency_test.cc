#include "fft/choice/latency.h"

#include <cstdint>
#include <vector>

#include "fft/core/target.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

KernelShape Shape(const std::vector<int>& factors, int threads, int transforms = 1) {
  KernelShape shape;
  shape.factors = factors;
  shape.threads_per_transform = threads;
  shape.transforms_per_group = transforms;
  return shape;
}

double Seconds(const KernelShape& shape, KernelKind kind = KernelKind::kRader,
               Precision precision = Precision::kSingle, int64_t count = 1, int line_passes = 0) {
  return ConvolutionSeconds({kind, shape, precision, line_passes, count}, *FindTarget("sm_90"));
}

TEST(ButterflySeconds, GrowWithPrimesThatOneThreadComputes) {
  EXPECT_EQ(ButterflySeconds(Shape({16, 16, 32}, 16)), 0);
  EXPECT_EQ(ButterflySeconds(Shape({13, 11}, 13)), 0);
  EXPECT_GT(ButterflySeconds(Shape({41}, 1)), ButterflySeconds(Shape({37}, 1)));
  EXPECT_GT(ButterflySeconds(Shape({31, 31}, 31)), ButterflySeconds(Shape({31}, 1)));
  // 53 points alone take 6.9 us on an H200, a launch 2.7 us and what it hides.
  EXPECT_GT(ButterflySeconds(Shape({53}, 1)), 1e-6);
  EXPECT_LT(ButterflySeconds(Shape({53}, 1)), 4e-6);
}

TEST(ConvolutionSeconds, AreThoseOfOneThreadAndOfLds) {
  const KernelShape shape = Shape({21, 2, 26}, 26, 2);
  const double one = Seconds(shape);
  EXPECT_GT(one, 0);
  EXPECT_GT(Seconds(Shape({21, 2, 26}, 13, 2)), one);  // more points a thread
  EXPECT_GT(Seconds(Shape({21, 2, 26}, 26, 4)), one);  // more bytes
  EXPECT_GT(Seconds(shape, KernelKind::kRader, Precision::kDouble), one);
  EXPECT_GT(Seconds(shape, KernelKind::kRader, Precision::kSingle, 1, 3), one);
  EXPECT_LT(Seconds(shape, KernelKind::kBluestein), one);
  EXPECT_EQ(Seconds(shape, KernelKind::kRader, Precision::kHalf), one);  // computed in single
}

TEST(ConvolutionSeconds, AreOfTargetsWithLittleToDo) {
  const KernelShape shape = Shape({28, 16, 32}, 256);
  const int64_t units = FindTarget("sm_90")->compute_units;
  const auto of = [&](int64_t count) {
    return Seconds(shape, KernelKind::kBluestein, Precision::kSingle, count);
  };
  EXPECT_EQ(of(1), of(units));
  EXPECT_GT(of(units + 1), of(units));
  EXPECT_EQ(of(2 * units), of(units + 1));
  EXPECT_EQ(of(2 * units + 1), 0);
}

TEST(ConvolutionSeconds, OfFewPointsAreHidden) {
  EXPECT_EQ(Seconds(Shape({13, 4}, 4)), 0);
  EXPECT_EQ(Seconds(Shape({16, 16}, 16), KernelKind::kBluestein), 0);
}

// On an H200 these take 32 us (2.7 of them the launch), 17 us, 6.9 us and 23 us.
TEST(ConvolutionSeconds, AreNearWhatWasMeasured) {
  EXPECT_NEAR(Seconds(Shape({31, 3, 14}, 14, 14), KernelKind::kRader, Precision::kSingle, 1, 2),
              29e-6, 8e-6);
  EXPECT_NEAR(Seconds(Shape({17, 15, 18}, 153, 2)), 14e-6, 4e-6);
  EXPECT_NEAR(Seconds(Shape({13, 12}, 4, 4)), 4e-6, 2e-6);
  EXPECT_NEAR(Seconds(Shape({28, 16, 32}, 256), KernelKind::kBluestein, Precision::kDouble), 20e-6,
              12e-6);
}

}  // namespace
}  // namespace fft
