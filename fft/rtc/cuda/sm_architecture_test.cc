#include "fft/rtc/cuda/sm_architecture.h"

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(SmArchitecture, NamesOfRealArchitectures) {
  EXPECT_EQ(ParseSmArchitecture("sm_90")->number, 90);
  EXPECT_EQ(ParseSmArchitecture("sm_90")->feature, 0);
  EXPECT_EQ(ParseSmArchitecture("sm_90a")->number, 90);
  EXPECT_EQ(ParseSmArchitecture("sm_90a")->feature, 'a');
  EXPECT_EQ(ParseSmArchitecture("sm_120f")->number, 120);
  EXPECT_EQ(ParseSmArchitecture("sm_120f")->feature, 'f');
}

TEST(SmArchitecture, AllElseIsNone) {
  for (const char* name : {"", "sm_", "sm_9", "sm_a", "sm_9a", "sm_9x", "sm_09", "sm_1234", "sm_+9",
                           "sm_ 90", "sm_90 ", "sm_90aa", "sm_-90", "SM_90", "compute_90", "gfx90a",
                           "host", "sm_90\n", "-arch=sm_90"}) {
    EXPECT_FALSE(ParseSmArchitecture(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace fft::rtc
