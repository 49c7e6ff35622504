#include "fft/rtc/device_registry.h"

#include <string>

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

constexpr char kFakeHip[] = "./fft/rtc/testing/libfake_hip.so";
constexpr char kMissing[] = "/no/such/library";

DeviceOptions WithFakeHip() { return {.hip = {kFakeHip}, .cuda = {kMissing}}; }
DeviceOptions WithoutGpus() { return {.hip = {kMissing}, .cuda = {kMissing}}; }

TEST(DeviceRegistry, AutoPrefersHipAndFallsBackToTheHost) {
  auto hip = OpenDevice("auto", WithFakeHip());
  ASSERT_TRUE(hip.ok()) << hip.status();
  EXPECT_EQ((*hip)->kind(), DeviceKind::kHip);
  auto host = OpenDevice("auto", WithoutGpus());
  ASSERT_TRUE(host.ok()) << host.status();
  EXPECT_EQ((*host)->kind(), DeviceKind::kHost);
}

TEST(DeviceRegistry, OpensByKindAndIndex) {
  auto first = OpenDevice("hip", WithFakeHip());
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ((*first)->name(), "Fake GPU 0");
  auto second = OpenDevice("hip:1", WithFakeHip());
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ((*second)->name(), "Fake GPU 1");
  auto host = OpenDevice("host", WithFakeHip());
  ASSERT_TRUE(host.ok()) << host.status();
  EXPECT_EQ((*host)->kind(), DeviceKind::kHost);
}

TEST(DeviceRegistry, TheHostTakesANumberOfThreads) {
  auto device = OpenDevice("host:3", WithoutGpus());
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_EQ((*device)->kind(), DeviceKind::kHost);
  EXPECT_EQ((*device)->properties().multiprocessors, 3);
  EXPECT_EQ(OpenDevice("host:5000", WithoutGpus()).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(DeviceRegistry, WrongSelectorsListWhatIsAllowed) {
  for (const std::string selector :
       {"", "gpu", "HIP", "hip:", "hip:x", "hip:-1", "hip:1:2", "host:0", "host:-1", "host:2x",
        "auto:0", "cuda:1.5", "cuda:99999999999"}) {
    auto device = OpenDevice(selector, WithFakeHip());
    EXPECT_EQ(device.status().code(), absl::StatusCode::kInvalidArgument) << selector;
    EXPECT_NE(device.status().message().find("auto, hip, hip:N, cuda, cuda:N, host or host:N"),
              std::string::npos)
        << device.status();
  }
  auto beyond = OpenDevice("hip:7", WithFakeHip());
  EXPECT_EQ(beyond.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(beyond.status().message().find("7"), std::string::npos) << beyond.status();
}

TEST(DeviceRegistry, AbsentKindsSayWhy) {
  for (const std::string selector : {"hip", "cuda:0"}) {
    auto device = OpenDevice(selector, WithoutGpus());
    EXPECT_EQ(device.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_NE(device.status().message().find(kMissing), std::string::npos) << device.status();
  }
}

TEST(DeviceRegistry, ListsEveryKind) {
  const auto listings = ListDevices(WithFakeHip());
  ASSERT_EQ(listings.size(), 3u);
  EXPECT_EQ(listings[0].kind, DeviceKind::kHip);
  EXPECT_TRUE(listings[0].status.ok());
  ASSERT_EQ(listings[0].devices.size(), 2u);
  EXPECT_EQ(listings[0].devices[1].selector, "hip:1");
  EXPECT_EQ(listings[0].devices[1].arch, "gfx90a");
  EXPECT_EQ(listings[0].devices[1].properties.wavefront, 64);
  EXPECT_EQ(listings[1].kind, DeviceKind::kCuda);
  EXPECT_EQ(listings[1].status.code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(listings[1].devices.empty());
  EXPECT_EQ(listings[2].kind, DeviceKind::kHost);
  ASSERT_EQ(listings[2].devices.size(), 1u);
  EXPECT_EQ(listings[2].devices[0].selector, "host");
}

// Every device that is listed can be opened, whatever this machine has.
TEST(DeviceRegistry, ListedDevicesOpen) {
  int devices = 0;
  for (const auto& listing : ListDevices()) {
    EXPECT_TRUE(listing.status.ok() || listing.devices.empty());
    for (const auto& device : listing.devices) {
      EXPECT_TRUE(OpenDevice(device.selector).ok()) << device.selector;
      ++devices;
    }
  }
  EXPECT_GE(devices, 1);
}

}  // namespace
}  // namespace fft::rtc
