#include "compat/gpu/devices.h"

#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"

namespace fft::compat {
namespace {

TEST(DevicesTest, TheUserCacheLiesInTheUsersFolder) {
  const std::string folder = testing::TempDir() + "/caches";
  setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  EXPECT_EQ(UserCache(""), folder + "/fft/kernels.db");
  struct stat info = {};
  ASSERT_EQ(stat((folder + "/fft").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  EXPECT_EQ(UserCache("elsewhere.db"), "elsewhere.db");
  EXPECT_EQ(UserCache("none"), "");
  setenv("XDG_CACHE_HOME", "/dev/null/nowhere", 1);
  EXPECT_EQ(UserCache(""), "");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", testing::TempDir().c_str(), 1);
  EXPECT_EQ(UserCache(""), testing::TempDir() + "/.cache/fft/kernels.db");
  unsetenv("HOME");
  EXPECT_EQ(UserCache(""), "");
}

TEST(DevicesTest, WithoutADeviceThereIsAReason) {
  Devices devices([](const ContextOptions&) -> absl::StatusOr<std::string> {
    return absl::UnavailableError("no driver");
  });
  EXPECT_EQ(devices.Current().status().message(), "no driver");
}

// The test uses a stand-in CUDA driver whose devices are host memory.
TEST(DevicesTest, EachDeviceIsOpenedOnce) {
  setenv("FFT_CUDA_LIBRARY", "fft/rtc/testing/libfake_cuda.so", 1);
  setenv("FFT_RTC_CACHE_PATH", "none", 1);
  Devices devices(CurrentCudaDevice);
  const auto first = devices.Current(), second = devices.Current();
  ASSERT_TRUE(first.ok() && second.ok()) << first.status();
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->context().device().arch(), "sm_90");
  devices.Close();
  const auto anew = devices.Current();
  ASSERT_TRUE(anew.ok()) << anew.status();
  EXPECT_NE(*anew, *first);
}

TEST(DevicesTest, ProgramsOfHipRunElsewhereWhereTheyAskForIt) {
  ContextOptions options;
  options.hip_library = "fft/rtc/testing/libfake_hip.so";
  options.cuda_library = "fft/rtc/testing/libfake_cuda.so";
  EXPECT_EQ(*CurrentHipDevice(options), "hip:0");
  options.device = "cuda";
  EXPECT_EQ(*CurrentHipDevice(options), "cuda:0");
  options.device = "host";
  EXPECT_EQ(*CurrentHipDevice(options), "host");
  EXPECT_EQ(*CurrentCudaDevice(options), "cuda:0");
}

}  // namespace
}  // namespace fft::compat
