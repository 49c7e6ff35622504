#include "fft/rtc/compiler_factory.h"

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(CompilerFactory, ArchitecturesBelongToKinds) {
  EXPECT_EQ(*KindOfArch("gfx90a"), DeviceKind::kHip);
  EXPECT_EQ(*KindOfArch("sm_90"), DeviceKind::kCuda);
  EXPECT_EQ(*KindOfArch("host"), DeviceKind::kHost);
  for (const char* arch : {"", "H200", "hosts", "GFX90A"}) {
    EXPECT_EQ(KindOfArch(arch).status().code(), absl::StatusCode::kInvalidArgument) << arch;
  }
}

TEST(CompilerFactory, MakesTheCompilerOfAKind) {
  auto hip = MakeCompiler(DeviceKind::kHip);
  ASSERT_TRUE(hip.ok()) << hip.status();
  EXPECT_EQ((*hip)->name(), "hiprtc");
  auto host = MakeCompiler(DeviceKind::kHost);
  ASSERT_TRUE(host.ok()) << host.status();
  EXPECT_EQ((*host)->name(), "host");
  auto cuda = MakeCompiler(DeviceKind::kCuda, {.cuda = {.nvrtc = {.library = "/no/such/library"}}});
  EXPECT_EQ(cuda.status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace fft::rtc
