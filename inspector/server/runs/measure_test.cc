// Measurements on the host device, which every machine has.
#include "inspector/server/runs/measure.h"

#include "fft/base/options.h"
#include "fft/exec/measured_candidate.h"
#include "gtest/gtest.h"
#include "inspector/server/runs/counting_control_testing.h"

namespace fft::inspector {
namespace {

class MeasureTest : public ::testing::Test {
 protected:
  MeasureTest() {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    context_ = *Context::Create(options);
    PlanOptions two_steps;
    two_steps.scheme = SchemeKind::k2dRc;
    plan_ = *DescribePlan(*ParseToken("complex_forward_len_64_48_single_op"), context_->target(),
                          two_steps);
  }
  std::shared_ptr<Context> context_;
  PlanDescription plan_;
};

TEST_F(MeasureTest, EveryCandidateGetsAsManyTimes) {
  CountingControl control(1 << 30);
  const MeasureRequest request = *ParseMeasureRequest(Json{{"top", 2}, {"rounds", 5}}, plan_);
  ASSERT_EQ(request.candidates, (std::vector<int>{0, 1}));
  const absl::StatusOr<Json> measured = MeasureCandidates(plan_, request, *context_, control);
  ASSERT_TRUE(measured.ok()) << measured.status();
  EXPECT_EQ((*measured)["complete"], true);
  ASSERT_EQ((*measured)["items"].size(), 2u);
  for (const Json& item : (*measured)["items"]) {
    EXPECT_EQ(item["samples"], 5);
    EXPECT_GT(item["median_ms"], 0);
    EXPECT_LE(item["low_ms"], item["median_ms"]);
    EXPECT_GE(item["high_ms"], item["median_ms"]);
    EXPECT_EQ(item["step_ms"].size(), item["kernels"].size());
    EXPECT_EQ(item["error"], "");
  }
  EXPECT_EQ(control.reports.size(), 12u);
  EXPECT_EQ(control.reports.back()["done"], control.reports.back()["total"]);
  EXPECT_TRUE((*measured)["audit"].contains("kendall_tau"));
}

TEST_F(MeasureTest, CancellingEndsIt) {
  CountingControl control(4);
  const absl::StatusOr<Json> measured =
      MeasureCandidates(plan_, {.candidates = {0, 1}, .rounds = 100}, *context_, control);
  ASSERT_TRUE(measured.ok()) << measured.status();
  EXPECT_EQ((*measured)["complete"], false);
  EXPECT_LT(control.reports.size(), 10u);
}

TEST_F(MeasureTest, RequestsAreChecked) {
  const char* const bad[] = {R"({"top": 0})",           R"({"rounds": 1})",
                             R"({"rounds": "x"})",      R"({"colour": 1})",
                             R"({"candidates": []})",   R"({"candidates": 3})",
                             R"({"candidates": [-1]})", R"({"candidates": [99999]})"};
  for (const char* text : bad) {
    const auto request = ParseMeasureRequest(Json::parse(text), plan_);
    EXPECT_EQ(request.status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
  EXPECT_EQ(ParseMeasureRequest(Json::parse(R"({"candidates": [1, 0, 1]})"), plan_)->candidates,
            (std::vector<int>{0, 1}));
}

TEST(SummarizeTest, IntervalHoldsTheMedian) {
  std::vector<double> times;
  for (int i = 100; i > 0; --i) times.push_back(i);
  const Timing timing = Summarize(3, times);
  EXPECT_EQ(timing.candidate, 3);
  EXPECT_EQ(timing.median, 51);
  EXPECT_EQ(timing.best, 1);
  EXPECT_EQ(timing.low, 41);
  EXPECT_EQ(timing.high, 61);
  EXPECT_EQ(Summarize(0, {}).samples, 0);
}

Timing Measured(int candidate, double milliseconds) {
  Timing timing;
  timing.candidate = candidate;
  timing.samples = 30;
  timing.median = milliseconds;
  timing.low = 0.95 * milliseconds;
  timing.high = 1.05 * milliseconds;
  return timing;
}

TEST(AuditTest, OnlyClearDifferencesAreDisagreements) {
  const Json audit = AuditView({Measured(0, 2.0), Measured(1, 1.0), Measured(2, 1.95)});
  EXPECT_EQ(audit["fastest"], 1);
  EXPECT_EQ(audit["winner"], 0);
  EXPECT_DOUBLE_EQ(audit["regret"], 1.0);
  EXPECT_NEAR(audit["kendall_tau"].get<double>(), -1.0 / 3, 1e-12);
  ASSERT_EQ(audit["disagreements"].size(), 1u);
  EXPECT_EQ(audit["disagreements"][0]["measured_first"], 1);
  EXPECT_EQ(audit["note"], "");
  EXPECT_TRUE(AuditView({Measured(0, 1.0)}).is_null());
  EXPECT_NE(AuditView({Measured(0, 0.001), Measured(1, 0.002)})["note"], "");
}

}  // namespace
}  // namespace fft::inspector
