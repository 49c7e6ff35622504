#include "fft/exec/open_device.h"

#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/shapes/shape_tuning.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;

// A driver over host memory.
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

TEST(OpenDevice, IsNoLargerThanTheDevice) {
  const absl::StatusOr<OpenedDevice> opened = OpenDeviceFor(OfFakeCuda());
  ASSERT_TRUE(opened.ok()) << opened.status();
  const absl::StatusOr<Target> row = TargetForArch(opened->device->arch());
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(opened->target.name, row->name);
  EXPECT_LE(opened->target.lds_bytes, row->lds_bytes);
  EXPECT_LE(opened->target.max_threads, row->max_threads);
}

// One row of the table stands for GPUs of several sizes: an RTX 5090, an H100 on a card, an RTX
// 3090.
TEST(TargetOf, HasTheFiguresOfTheDevice) {
  rtc::DeviceProperties properties;
  properties.shared_bytes_per_block = 99 << 10;
  properties.max_threads_per_block = 1024;
  properties.multiprocessors = 170;
  properties.threads_per_multiprocessor = 1536;
  const Target young = TargetOf("sm_120", properties, {}).value();
  EXPECT_EQ(young.name, "sm_90");
  EXPECT_EQ(young.lds_bytes, 99 << 10);
  EXPECT_EQ(young.compute_units, 170);
  EXPECT_EQ(young.max_waves, 48);
  properties.shared_bytes_per_block = 227 << 10;
  properties.multiprocessors = 114;
  properties.threads_per_multiprocessor = 2048;
  const Target card = TargetOf("sm_90", properties, {}).value();
  EXPECT_EQ(card.compute_units, 114);
  EXPECT_EQ(card.max_waves, 64);
  properties.multiprocessors = 0;  // not told
  properties.threads_per_multiprocessor = 0;
  EXPECT_EQ(TargetOf("sm_90", properties, {}).value(), *FindTarget("sm_90"));
  // AMD's runtime counts pairs of units.
  properties.multiprocessors = 40;
  EXPECT_EQ(TargetOf("gfx1030", properties, {}).value().compute_units, 80);
  EXPECT_FALSE(TargetOf("sm_20", properties, {}).ok());
}

// No measured shape has more workgroups on a unit than the smaller GPU holds, and all that fit
// stay.
TEST(TargetOf, MeasuredShapesFitASmallerDevice) {
  rtc::DeviceProperties properties;
  properties.shared_bytes_per_block = 99 << 10;
  properties.threads_per_multiprocessor = 1536;
  const Target target = TargetOf("sm_120", properties, {}).value();
  int tuned = 0, kernels = 0;
  for (const auto& [key, row] : MeasuredShapes(target)) {
    const absl::StatusOr<KernelShape> shape = ChooseKernelShape(RequestOf(key), target);
    if (!shape.ok()) continue;
    ++kernels;
    tuned += shape->origin == Origin::kTuned ? 1 : 0;
    EXPECT_LE(shape->lds_bytes, target.lds_bytes) << ToRow(key, row);
    const int64_t waves = CeilDiv(shape->threads(), target.wavefront);
    EXPECT_LE(shape->resident_groups * waves, std::max<int64_t>(waves, target.max_waves))
        << ToRow(key, row);
  }
  EXPECT_GT(kernels, 10000);
  EXPECT_GT(tuned, kernels / 2);
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
