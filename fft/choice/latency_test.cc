#include "fft/choice/latency.h"

#include <cstdint>
#include <vector>

#include "fft/core/target.h"
#include "fft/machine/model.h"
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

double Seconds(const KernelShape& shape, Convolution kind = Convolution::kRader,
               Precision precision = Precision::kSingle, int64_t count = 1, int line_passes = 0) {
  return ConvolutionSeconds({kind, shape, precision, line_passes, count}, *FindTarget("sm_90"));
}

double Butterflies(const KernelShape& shape) {
  return ButterflySeconds(shape, ModelOf(*FindTarget("sm_90")).gpu.latency);
}

TEST(ButterflySeconds, GrowWithPrimesThatOneThreadComputes) {
  EXPECT_EQ(Butterflies(Shape({16, 16, 32}, 16)), 0);
  EXPECT_EQ(Butterflies(Shape({13, 11}, 13)), 0);
  EXPECT_GT(Butterflies(Shape({41}, 1)), Butterflies(Shape({37}, 1)));
  EXPECT_GT(Butterflies(Shape({31, 31}, 31)), Butterflies(Shape({31}, 1)));
  // A single kernel of 53 points takes 6.9 us on an H200. Its launch takes 2.7 us, and hides
  // some of the rest.
  EXPECT_GT(Butterflies(Shape({53}, 1)), 1e-6);
  EXPECT_LT(Butterflies(Shape({53}, 1)), 4e-6);
}

TEST(ConvolutionSeconds, AreThoseOfOneThreadAndOfLds) {
  const KernelShape shape = Shape({21, 2, 26}, 26, 2);
  const double one = Seconds(shape);
  EXPECT_GT(one, 0);
  EXPECT_GT(Seconds(Shape({21, 2, 26}, 13, 2)), one);  // more points a thread
  EXPECT_GT(Seconds(Shape({21, 2, 26}, 26, 4)), one);  // more bytes
  EXPECT_GT(Seconds(shape, Convolution::kRader, Precision::kDouble), one);
  EXPECT_GT(Seconds(shape, Convolution::kRader, Precision::kSingle, 1, 3), one);
  EXPECT_LT(Seconds(shape, Convolution::kBluestein), one);
  EXPECT_EQ(Seconds(shape, Convolution::kRader, Precision::kHalf), one);  // computed in single
}

TEST(ConvolutionSeconds, AreOfTargetsWithLittleToDo) {
  const KernelShape shape = Shape({28, 16, 32}, 256);
  const int64_t units = FindTarget("sm_90")->compute_units;
  const auto of = [&](int64_t count) {
    return Seconds(shape, Convolution::kBluestein, Precision::kSingle, count);
  };
  EXPECT_EQ(of(1), of(units));
  EXPECT_GT(of(units + 1), of(units));
  EXPECT_EQ(of(2 * units), of(units + 1));
  EXPECT_EQ(of(2 * units + 1), 0);
}

TEST(ConvolutionSeconds, OfFewPointsAreHidden) {
  EXPECT_EQ(Seconds(Shape({13, 4}, 4)), 0);
  EXPECT_EQ(Seconds(Shape({16, 16}, 16), Convolution::kBluestein), 0);
}

// `measured` is the time on an H200. It includes the launch, which hides a part of the rest.
void ExpectNear(double seconds, double measured) {
  const double beyond = measured - 2.7e-6 - 1.5e-6;
  EXPECT_GT(seconds, beyond / 2.2);
  EXPECT_LT(seconds, beyond * 1.7);
}

TEST(ConvolutionSeconds, AreNearWhatWasMeasured) {
  ExpectNear(Seconds(Shape({31, 3, 14}, 14, 14), Convolution::kRader, Precision::kSingle, 1, 2),
             32.1e-6);
  ExpectNear(Seconds(Shape({17, 15, 18}, 153, 2)), 17.0e-6);
  ExpectNear(Seconds(Shape({13, 12}, 4, 4)), 6.9e-6);
  ExpectNear(Seconds(Shape({28, 16, 32}, 256), Convolution::kBluestein, Precision::kDouble),
             23.2e-6);
}

}  // namespace
}  // namespace fft
