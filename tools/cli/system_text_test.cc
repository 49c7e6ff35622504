#include "tools/cli/system_text.h"

#include "gtest/gtest.h"

namespace fft::cli {
namespace {

TEST(DevicesTextTest, ListsDevicesAndReasons) {
  rtc::DeviceKindListing hip;
  hip.kind = rtc::DeviceKind::kHip;
  hip.status = absl::UnavailableError("libamdhip64.so is not installed");
  rtc::DeviceKindListing cuda;
  cuda.kind = rtc::DeviceKind::kCuda;
  rtc::DeviceListing device;
  device.selector = "cuda:0";
  device.name = "NVIDIA H200";
  device.arch = "sm_90";
  device.properties = {.shared_bytes_per_block = 232448,
                       .wavefront = 32,
                       .max_threads_per_block = 1024,
                       .multiprocessors = 132,
                       .l2_bytes = 62914560,
                       .memory_bytes = int64_t{140} << 30};
  cuda.devices.push_back(device);
  EXPECT_EQ(DevicesText({hip, cuda}),
            "device  name         arch   units   memory      LDS      L2\n"
            "cuda:0  NVIDIA H200  sm_90    132  140 GiB  227 KiB  60 MiB\n"
            "\n"
            "no hip device: libamdhip64.so is not installed\n");
}

TEST(TargetsTextTest, OneLinePerTarget) {
  Target target;
  target.name = "t";
  target.description = "a machine";
  target.lds_bytes = 65536;
  target.compute_units = 104;
  target.l2_bytes = 8 << 20;
  target.bandwidth_gbs = 1638.4;
  EXPECT_EQ(TargetsText({target}),
            "target  dialect     LDS  wavefront  threads  units     L2  GB/s  description\n"
            "t       hip      64 KiB         64     1024    104  8 MiB  1638  a machine\n");
}

TEST(StatsTextTest, DashesWhereThereAreNoFigures) {
  CompiledKernel gpu{"k0", rtc::KernelStats{}, 4096, 2048, 12.5};
  gpu.stats->registers = 40;
  gpu.stats->scalar_registers = 20;
  const CompiledKernel host{"k1", std::nullopt, 4096, 1024, 800};
  EXPECT_EQ(StatsText({gpu, host}),
            "kernel  VGPRs  SGPRs    LDS  spills  scratch   code  compiled in\n"
            "     0     40     20  4 KiB       0      0 B  2 KiB      12.5 ms\n"
            "     1      -      -      -       -        -  1 KiB       800 ms\n"
            "0: k0\n"
            "1: k1\n");
}

TEST(EnvironmentTextTest, SaysWhatIsSet) {
  ContextOptions options;
  options.device = "host";
  const std::vector<EnvironmentVariable> variables = {
      {"FFT_DEVICE", nullptr, "device to run on", &ContextOptions::device},
      {"FFT_RTC_CACHE_PATH", "ALIAS", "cache file", &ContextOptions::cache_path}};
  EXPECT_EQ(EnvironmentText(variables, options),
            "variable            alias  value    meaning\n"
            "FFT_DEVICE                 host     device to run on\n"
            "FFT_RTC_CACHE_PATH  ALIAS  (unset)  cache file\n");
}

}  // namespace
}  // namespace fft::cli
