#include "fft/exec/open_device.h"

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
