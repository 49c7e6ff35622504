#include "bench/buffers.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "fft/rtc/host/host_device.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

Problem Complete(Problem problem) {
  auto completed = CompleteProblem(problem);
  EXPECT_TRUE(completed.ok()) << completed.status();
  return completed.value_or(problem);
}

TEST(BuffersTest, BytesLeaveOutGaps) {
  Problem problem;
  problem.lengths = {10};
  problem.batch = 3;
  problem.input.strides = {7};
  problem = Complete(problem);
  EXPECT_EQ(BytesRead(problem), 3 * 10 * 8);
  EXPECT_EQ(BytesWritten(problem), 3 * 10 * 8);
}

TEST(BuffersTest, RotationExceedsTheCacheTwice) {
  EXPECT_EQ(RotationCount(100, 1000), 20);
  EXPECT_EQ(RotationCount(5000, 1000), 1);
  EXPECT_EQ(RotationCount(1, 1 << 30), 256);
  EXPECT_EQ(RotationCount(100, 0), 1);
}

TEST(BuffersTest, GrowthInPlaceIsBounded) {
  Problem problem;
  problem.lengths = {1000000};
  EXPECT_EQ(ExecutionsBeforeOverflow(problem), 0);
  problem.placement = Placement::kInPlace;
  EXPECT_EQ(ExecutionsBeforeOverflow(problem), 10);
  problem.scale = 1e-3;
  EXPECT_EQ(ExecutionsBeforeOverflow(problem), 1000);
}

TEST(BuffersTest, SetsAreDistinctAndHoldRandomNumbers) {
  auto device = rtc::OpenHostDevice();
  ASSERT_TRUE(device.ok());
  Problem problem;
  problem.lengths = {100};
  problem.batch = 4;
  problem = Complete(problem);
  auto arrays = RotatingArrays::Allocate(problem, 3, device->get());
  ASSERT_TRUE(arrays.ok()) << arrays.status();
  EXPECT_EQ(arrays->count(), 3);
  EXPECT_NE((*arrays)[0].in, (*arrays)[1].in);
  EXPECT_NE((*arrays)[0].in, (*arrays)[0].out);
  EXPECT_EQ((*arrays)[0].in, (*arrays)[3].in);
  std::vector<float> values(800);
  std::memcpy(values.data(), (*arrays)[2].in, 3200);
  double sum = 0, squares = 0;
  for (float value : values) {
    ASSERT_LE(std::fabs(value), 0.5f);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / 800, 0, 0.05);
  EXPECT_NEAR(squares / 800, 1.0 / 12, 0.02);
}

TEST(BuffersTest, InPlaceSetsHaveOneArray) {
  auto device = rtc::OpenHostDevice();
  ASSERT_TRUE(device.ok());
  Problem problem;
  problem.lengths = {16};
  problem.placement = Placement::kInPlace;
  auto arrays = RotatingArrays::Allocate(Complete(problem), 1, device->get());
  ASSERT_TRUE(arrays.ok()) << arrays.status();
  EXPECT_EQ((*arrays)[0].in, (*arrays)[0].out);
}

}  // namespace
}  // namespace fft::bench
