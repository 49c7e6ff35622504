#include "inspector/server/runs/machine_state.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(MachineStateTest, QuietMachinesWarnOfNothing) {
  EXPECT_THAT(Warnings({.others = 0.02, .stolen = 0, .governor = "performance"}), IsEmpty());
  EXPECT_THAT(Warnings({}), IsEmpty()) << "what is not told is no reason";
}

TEST(MachineStateTest, EachCauseHasItsWords) {
  EXPECT_THAT(Warnings({.others = 0.5}), ElementsAre(HasSubstr("other programs took 50 %")));
  EXPECT_THAT(Warnings({.stolen = 0.25}), ElementsAre(HasSubstr("hypervisor took 25 %")));
  EXPECT_THAT(Warnings({.governor = "powersave"}), ElementsAre(HasSubstr("powersave")));
  EXPECT_THAT(Warnings({.megahertz_before = 3000, .megahertz_after = 2000}),
              ElementsAre(HasSubstr("from 3000 to 2000 MHz")));
  EXPECT_THAT(Warnings({.megahertz_before = 3000, .megahertz_after = 2990}), IsEmpty());
}

TEST(MachineStateTest, SharesAreOfWhatWasNotOwn) {
  const int processors = StateBetween({}, {}).processors;
  // All processors were busy for ten seconds. Half of that time was this process's, a tenth was
  // stolen.
  const double all = 10.0 * processors;
  const MachineState state =
      StateBetween({.wall = 5, .busy = 100, .stolen = 1, .own = 2},
                   {.wall = 15, .busy = 100 + all, .stolen = 1 + all / 10, .own = 2 + all / 2});
  EXPECT_NEAR(state.others, 0.4, 1e-9);
  EXPECT_NEAR(state.stolen, 0.1, 1e-9);
  EXPECT_EQ(StateBetween({}, {}).others, -1);
}

// This process's own work must not count as work of other programs.
TEST(MachineStateTest, OwnWorkIsNotOthers) {
  const ProcessorSample before = SampleProcessors();
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  volatile double sink = 1;
  while (std::chrono::steady_clock::now() < end) sink = sink * 1.0000001;
  const ProcessorSample after = SampleProcessors();
  EXPECT_GT(after.own - before.own, 0.02);
  EXPECT_GE(after.busy, before.busy);
  EXPECT_GT(after.busy, 0);
}

}  // namespace
}  // namespace fft::inspector
