#include "tests/verify/report.h"

#include <cmath>

#include "fft/base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;

Outcome Passed() {
  return {.token = "a_b",
          .verdict = Verdict::kPass,
          .measured = true,
          .norms = {1.25e-7, 2.5e-7},
          .gate = 5e-7,
          .plan_ms = 812.34};
}

Outcome Failed() {
  Outcome outcome = Passed();
  outcome.verdict = Verdict::kFail;
  outcome.norms = {NAN, NAN};
  outcome.note = "x < y & \"z\"";
  return outcome;
}

Outcome Refused() {
  return {.token = "c_d", .verdict = Verdict::kRefused, .plan_ms = 1, .note = "101 is prime"};
}

TEST(ReportTest, LinesForPeople) {
  EXPECT_EQ(OutcomeLine(Passed()),
            "pass     l2 1.25e-07  linf 2.50e-07  gate 5.00e-07  plan  812.3 ms  a_b");
  EXPECT_EQ(OutcomeLine(Refused()), "refused  plan    1.0 ms  c_d\n         101 is prime");
  EXPECT_THAT(OutcomeLine(Failed()), HasSubstr("FAIL"));
}

TEST(ReportTest, TallyCountsRefusedAsSkipped) {
  Tally tally;
  tally.Add(Verdict::kPass);
  tally.Add(Verdict::kPass);
  tally.Add(Verdict::kFail);
  tally.Add(Verdict::kRefused);
  EXPECT_EQ(TallyLine(tally), "2 passed, 1 failed, 1 skipped");
  EXPECT_EQ(TallyJson(tally), R"({"passed":2,"failed":1,"skipped":1})");
}

TEST(ReportTest, JsonHoldsWhatWasMeasured) {
  const Json passed = Json::parse(OutcomeJson(Passed()));
  EXPECT_EQ(passed["result"], "pass");
  EXPECT_EQ(passed["l2"], 1.25e-7);
  EXPECT_FALSE(passed.contains("note"));
  const Json failed = Json::parse(OutcomeJson(Failed()));
  EXPECT_EQ(failed["result"], "fail");
  EXPECT_TRUE(failed["l2"].is_null());
  const Json refused = Json::parse(OutcomeJson(Refused()));
  EXPECT_FALSE(refused.contains("l2"));
  EXPECT_EQ(refused["note"], "101 is prime");
}

TEST(ReportTest, XmlCountsAndEscapes) {
  const std::string xml = OutcomesXml({Passed(), Failed(), Refused()});
  EXPECT_THAT(xml, HasSubstr("tests=\"3\" failures=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("x &lt; y &amp; &quot;z&quot;"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"101 is prime\"/>"));
}

}  // namespace
}  // namespace fft::testing
