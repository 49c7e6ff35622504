#include "fft/base/trace.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Trace, KeepsTheOrderOfEachStage) {
  Trace trace;
  trace.Add("plan", "refused", {{"reason", "too long"}});
  trace.Add("rtc", "log", "text");
  trace.Add("plan", "chosen", {{"scheme", "STOCKHAM"}});
  ASSERT_EQ(trace.events().size(), 3u);
  EXPECT_EQ(trace.StageToJson("plan").dump(),
            R"([{"subject":"refused","detail":{"reason":"too long"}},)"
            R"({"subject":"chosen","detail":{"scheme":"STOCKHAM"}}])");
  EXPECT_EQ(trace.StageToJson("none").dump(), "[]");
}

}  // namespace
}  // namespace fft
