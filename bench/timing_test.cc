#include "bench/timing.h"

#include "absl/time/clock.h"
#include "fft/rtc/host/host_device.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

TEST(TimingTest, MeasuresOneExecution) {
  auto device = rtc::OpenHostDevice();
  ASSERT_TRUE(device.ok());
  const TimingOptions options{.repeats = 5, .warm_up_ms = 1, .repeat_ms = 1};
  auto ms = MedianMilliseconds(device->get(), options, [](int64_t, rtc::Stream) {
    absl::SleepFor(absl::Milliseconds(2));
    return absl::OkStatus();
  });
  ASSERT_TRUE(ms.ok()) << ms.status();
  EXPECT_GE(*ms, 2.0);
  EXPECT_LT(*ms, 200.0);
}

TEST(TimingTest, BatchesShortWorkAndPreparesEachRepeat) {
  auto device = rtc::OpenHostDevice();
  ASSERT_TRUE(device.ok());
  int64_t executions = 0, prepared = 0, last = -1;
  TimingOptions options{.repeats = 4, .warm_up_ms = 0.01, .repeat_ms = 1, .max_batch = 10};
  options.prepare = [&](rtc::Stream) {
    ++prepared;
    return absl::OkStatus();
  };
  auto ms = MedianMilliseconds(device->get(), options, [&](int64_t i, rtc::Stream) {
    EXPECT_EQ(i, last + 1);
    last = i;
    ++executions;
    return absl::OkStatus();
  });
  ASSERT_TRUE(ms.ok()) << ms.status();
  EXPECT_GE(prepared, 5);
  EXPECT_GE(executions, 4 * 10 + 1);
}

TEST(TimingTest, ErrorsOfTheWorkComeBack) {
  auto device = rtc::OpenHostDevice();
  ASSERT_TRUE(device.ok());
  auto ms = MedianMilliseconds(device->get(), {},
                               [](int64_t, rtc::Stream) { return absl::InternalError("no"); });
  EXPECT_EQ(ms.status().message(), "no");
}

}  // namespace
}  // namespace fft::bench
