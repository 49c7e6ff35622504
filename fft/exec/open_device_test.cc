#include "fft/exec/open_device.h"

#include "fft/core/problem.h"
#include "fft/exec/pipeline.h"
#include "fft/shapes/shape_tuning.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;

// Options with a CUDA driver that uses host memory.
ContextOptions OfFakeCuda() {
  ContextOptions options;
  options.device = "cuda";
  options.cuda_library = "fft/rtc/testing/libfake_cuda.so";
  return options;
}

TEST(OpenDevice, LaunchesEarlyUnlessOptionsSayOtherwise) {
  ContextOptions options = OfFakeCuda();
  for (const auto& [text, expected] : {std::pair("", true), {"1", true}, {"0", false}}) {
    options.early_launches = text;
    const absl::StatusOr<OpenedDevice> opened = OpenDeviceFor(options);
    ASSERT_TRUE(opened.ok()) << opened.status();
    EXPECT_EQ(opened->target.launches_early, expected) << text;
  }
}

TEST(OpenDevice, PassesOnWhatOptionsSay) {
  ContextOptions options = OfFakeCuda();
  const int64_t known = OpenDeviceFor(options).value().target.relay_bytes;
  EXPECT_GT(known, 0);
  for (const auto& [text, expected] : {std::pair("", known), {"0", int64_t{0}}, {"48", 48 << 10}}) {
    options.relay_kib = text;
    EXPECT_EQ(OpenDeviceFor(options).value().target.relay_bytes, expected) << text;
  }
}

// The driver reports the figures of an H200, so the target equals the table's entry.
TEST(OpenDevice, IsTheEntryWhereItTellsTheSame) {
  const absl::StatusOr<OpenedDevice> opened = OpenDeviceFor(OfFakeCuda());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const rtc::DeviceProperties& properties = opened->device->properties();
  EXPECT_EQ(properties.compute_units, 132);
  EXPECT_NEAR(properties.bandwidth_gbs, 4814.3, 0.1);
  EXPECT_EQ(properties.l2_bytes, 60 << 20);
  EXPECT_EQ(opened->target, *FindTarget("sm_90"));
}

TEST(OpenDevice, TheHostIsItsEntry) {
  ContextOptions options;
  options.device = "host:3";
  const absl::StatusOr<OpenedDevice> opened = OpenDeviceFor(options);
  ASSERT_TRUE(opened.ok()) << opened.status();
  const Target entry = *FindTarget("host");
  EXPECT_EQ(opened->target.compute_units, entry.compute_units);
  EXPECT_EQ(opened->target.bandwidth_gbs, entry.bandwidth_gbs);
  EXPECT_LE(opened->target.l2_bytes, entry.l2_bytes);
}

TEST(TargetOf, HasTheDevicesOwnProcessorsAndMemory) {
  const Target entry = *FindTarget("sm_90");
  rtc::DeviceProperties pcie;  // an H100 on PCIe
  pcie.compute_units = 114;
  pcie.bandwidth_gbs = 2039;
  pcie.l2_bytes = 50 << 20;
  Target expected = entry;
  expected.compute_units = 114;
  expected.bandwidth_gbs = 2039;
  EXPECT_EQ(TargetOf("sm_90", pcie, {}).value(), expected);
  rtc::DeviceProperties fast;  // an H100, which has a model
  fast.bandwidth_gbs = 3352;
  EXPECT_EQ(TargetOf("sm_90", fast, {}).value().bandwidth_gbs, 3350);
  rtc::DeviceProperties large;  // an A100 with 80 GB
  large.bandwidth_gbs = 2039;
  EXPECT_EQ(TargetOf("sm_80", large, {}).value().bandwidth_gbs, 2039);
  rtc::DeviceProperties small;
  small.l2_bytes = 25 << 20;
  const Target halved = TargetOf("sm_90", small, {}).value();
  EXPECT_EQ(halved.l2_bytes, entry.l2_bytes / 2);
  EXPECT_EQ(halved.relay_bytes, entry.relay_bytes / 2);
  EXPECT_EQ(halved.ahead_bytes, entry.ahead_bytes / 2);
}

// The same kernels are predicted to take longer if the memory is slower.
TEST(TargetOf, PricesAreTheDevicesOwn) {
  const Problem problem = ParseToken("complex_forward_len_4096_single_op_batch_65536").value();
  const auto seconds_at = [&problem](double bandwidth_gbs) {
    rtc::DeviceProperties properties;
    properties.bandwidth_gbs = bandwidth_gbs;
    const Target target = TargetOf("sm_90", properties, {}).value();
    return DescribePlan(problem, target, {}).value().chosen().seconds;
  };
  const double h200 = seconds_at(4814);
  EXPECT_EQ(h200, DescribePlan(problem, *FindTarget("sm_90"), {}).value().chosen().seconds);
  EXPECT_GT(seconds_at(3352), 1.3 * h200);
}

// An RTX 5090 takes the entry of the H200, with less LDS and fewer threads.
TEST(TargetOf, IsNoLargerThanTheDevice) {
  rtc::DeviceProperties properties;
  properties.shared_bytes_per_block = 99 << 10;
  properties.max_threads_per_block = 1024;
  properties.threads_per_multiprocessor = 1536;
  const Target young = TargetOf("sm_120", properties, {}).value();
  EXPECT_EQ(young.name, "sm_90");
  EXPECT_EQ(young.lds_bytes, 99 << 10);
  EXPECT_EQ(young.max_waves, 48);
  properties.shared_bytes_per_block = 1 << 20;
  properties.threads_per_multiprocessor = 4096;
  EXPECT_EQ(TargetOf("sm_90", properties, {}).value(), *FindTarget("sm_90"));
  properties = {};  // the device reports nothing
  EXPECT_EQ(TargetOf("sm_90", properties, {}).value(), *FindTarget("sm_90"));
  EXPECT_FALSE(TargetOf("sm_20", properties, {}).ok());
}

// Measured shapes that fit a smaller device are used. A compute unit runs at most as many
// workgroups of such a shape as it holds.
TEST(TargetOf, MeasuredShapesFitASmallerDevice) {
  rtc::DeviceProperties properties;
  properties.shared_bytes_per_block = 99 << 10;
  properties.threads_per_multiprocessor = 1536;
  const Target target = TargetOf("sm_120", properties, {}).value();
  int tuned = 0, fitting = 0, fewer = 0;
  for (const auto& [key, row] : MeasuredShapes(target)) {
    const KernelShapeRequest request = RequestOf(key);
    const absl::StatusOr<KernelShape> shape = ChooseKernelShape(request, target);
    fitting += ShapeAsked(row.wish, request, target).ok() ? 1 : 0;
    if (!shape.ok() || shape->origin != Origin::kTuned) continue;
    ++tuned;
    fewer += shape->resident_groups < row.wish.resident_groups ? 1 : 0;
    EXPECT_LE(shape->resident_groups, GroupsThatFit(*shape, target)) << ToRow(key, row);
  }
  EXPECT_GT(fitting, 10000);
  EXPECT_GE(tuned, fitting);
  EXPECT_GT(fewer, 100);
}

TEST(OpenDevice, NamesTheOptionAtFault) {
  ContextOptions options = OfFakeCuda();
  options.early_launches = "x";
  EXPECT_THAT(OpenDeviceFor(options).status().message(),
              HasSubstr("early_launches is x; allowed: 1 or 0"));
  options = OfFakeCuda();
  options.relay_kib = "-1";
  EXPECT_THAT(OpenDeviceFor(options).status().message(),
              HasSubstr("relay_kib is -1; allowed: 0 to"));
  options = {};
  options.device = "host";
  options.host_cache_kib = "-1";
  EXPECT_THAT(OpenDeviceFor(options).status().message(),
              HasSubstr("host_cache_kib is -1; allowed: 0 to"));
}

}  // namespace
}  // namespace fft
