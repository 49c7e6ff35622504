// Sweeps on the host device, which every machine has.
#include "inspector/server/runs/sweep.h"

#include <memory>
#include <string>

#include "absl/strings/str_join.h"
#include "fft/base/options.h"
#include "fft/shapes/asked_shape.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "inspector/server/runs/counting_control_testing.h"

namespace fft::inspector {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

PlanDescription Describe(const std::string& token, const std::string& target = "host") {
  return *DescribePlan(*ParseToken(token), *FindTarget(target), {});
}

std::string Refusal(const PlanDescription& plan, const char* body) {
  return std::string(ParseSweepRequest(Json::parse(body), plan).status().message());
}

Problem PaddedBy(const std::string& token, const char* body, int row, int column = 0) {
  const PlanDescription plan = Describe(token);
  const SweepRequest request = *ParseSweepRequest(Json::parse(body), plan);
  return CellOf(plan, request, row, column)->problem;
}

TEST(SweepRequestTest, PaddingLengthensRowsOfEitherSide) {
  const char* const body = R"({"rows": {"field": "input.padding", "values": [0, 8]},
                               "columns": {"field": "output.padding", "values": [0, 3]}})";
  const std::string token = "complex_forward_len_4_6_10_single_op_batch_2";
  EXPECT_EQ(PaddedBy(token, body, 0, 0), *ParseToken(token));
  const Problem both = PaddedBy(token, body, 1, 1);
  EXPECT_THAT(both.input.strides, ElementsAre(6 * 18, 18, 1));
  EXPECT_EQ(both.input.distance, 4 * 6 * 18);
  EXPECT_THAT(both.output.strides, ElementsAre(6 * 13, 13, 1));
  EXPECT_EQ(both.output.distance, 4 * 6 * 13);
  EXPECT_EQ(PaddedBy(token, body, 1, 0).output, ParseToken(token)->output);
}

TEST(SweepRequestTest, RowsOfOneDimensionAreTheTransformsOfABatch) {
  const char* const body = R"({"rows": {"field": "padding", "values": [5]}})";
  const Problem padded = PaddedBy("complex_forward_len_64_single_op_batch_3", body, 0);
  EXPECT_EQ(padded.input.distance, 69);
  EXPECT_EQ(padded.output.distance, 69);
  EXPECT_THAT(SweptFields(*ParseToken("complex_forward_len_64_single_op")),
              Not(Contains("padding")));
}

// In place, rows of reals and rows of the spectrum have the same number of bytes.
TEST(SweepRequestTest, RowsInPlaceStayOfOneLength) {
  const char* const body = R"({"rows": {"field": "padding", "values": [4]}})";
  const Problem padded = PaddedBy("real_forward_len_6_16_double_ip", body, 0);
  EXPECT_THAT(padded.input.strides, ElementsAre(2 * (9 + 4), 1));
  EXPECT_THAT(padded.output.strides, ElementsAre(9 + 4, 1));
  EXPECT_THAT(SweptFields(padded), Not(Contains("input.padding")));
}

TEST(SweepRequestTest, ShapesAreThoseOfTheLength) {
  const PlanDescription plan = Describe("complex_forward_len_65536_single_op", "sm_90");
  ASSERT_THAT(SweptLengths(plan), Contains(256));
  const SweepRequest request = *ParseSweepRequest(
      Json::parse(R"({"rows": {"field": "factors", "values": ["", "16x16", "4x8x8"]},
                      "columns": {"field": "threads", "values": [0, 64]}, "length": 256})"),
      plan);
  EXPECT_TRUE(CellOf(plan, request, 0, 0)->options.shapes.empty());
  EXPECT_EQ(ToString(CellOf(plan, request, 1, 0)->options.shapes), "256:factors=16x16");
  EXPECT_EQ(ToString(CellOf(plan, request, 2, 1)->options.shapes), "256:factors=4x8x8,threads=64");
}

// A sweep accepts every member of a shape, by its name in "shapes".
TEST(SweepRequestTest, EveryMemberOfAShapeIsSwept) {
  const std::string refusal(ParseAskedShapes("256:none=1").status().message());
  const std::string names = refusal.substr(refusal.find("allowed: ") + 9);
  const std::vector<std::string> fields =
      SweptFields(*ParseToken("complex_forward_len_256_single_op"));
  EXPECT_EQ(absl::StrJoin(fields, ", "), names + ", scheme");
  const PlanDescription plan = Describe("complex_forward_len_256_single_op", "sm_90");
  const SweepRequest request = *ParseSweepRequest(
      Json::parse(R"({"rows": {"field": "staged", "values": ["planned", "0", "1"]},
                      "columns": {"field": "persistent", "values": ["", "1"]}})"),
      plan);
  EXPECT_TRUE(CellOf(plan, request, 0, 0)->options.shapes.empty());
  EXPECT_EQ(ToString(CellOf(plan, request, 1, 0)->options.shapes), "256:staged=0");
  EXPECT_EQ(ToString(CellOf(plan, request, 2, 1)->options.shapes), "256:staged=1,persistent=1");
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "staged", "values": [1]}})"),
              StartsWith("rows.values[0] is 1"));
}

TEST(SweepRequestTest, PlannedIsWhatThePlanHas) {
  const PlanDescription plan = Describe("complex_forward_len_256_single_op", "sm_90");
  const SweepRequest request = *ParseSweepRequest(
      Json::parse(R"({"rows": {"field": "factors", "values": ["planned", "16x16"]},
                      "columns": {"field": "threads", "values": ["planned", 16]}})"),
      plan);
  EXPECT_EQ(request.rows.values, Json({"", "16x16"}));
  EXPECT_EQ(request.columns->values, Json({0, 16}));
  EXPECT_TRUE(CellOf(plan, request, 0, 0)->options.shapes.empty());
  EXPECT_EQ(ToString(CellOf(plan, request, 1, 0)->options.shapes), "256:factors=16x16");
  EXPECT_EQ(Refusal(plan, R"({"rows": {"field": "threads", "values": ["plan"]}})"),
            "rows.values[0] is \"plan\"; allowed: whole numbers from 0 to 65536 and planned");
}

TEST(SweepRequestTest, RefusalsNameTheMember) {
  const PlanDescription plan = Describe("complex_forward_len_64_48_single_ip");
  EXPECT_THAT(Refusal(plan, "{}"), StartsWith("rows is missing"));
  EXPECT_THAT(Refusal(plan, R"({"rows": 3})"), StartsWith("rows is number"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "colour", "values": [1]}})"),
              StartsWith("rows.field is \"colour\"; allowed: padding, factors"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "input.padding", "values": [1]}})"),
              StartsWith("rows.field is"))
      << "in place both sides are one";
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": []}})"),
              StartsWith("rows.values is []"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1, -1]}})"),
              StartsWith("rows.values[1] is -1"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "scheme", "values": [1]}})"),
              StartsWith("rows.values[0] is 1"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1]}, "rounds": 0})"),
              StartsWith("rounds is 0"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1]}, "x": 0})"),
              StartsWith("x is unknown"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1]},
                                "columns": {"field": "padding", "values": [1]}})"),
              StartsWith("columns.field is padding"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1]}, "cold_caches": 1})"),
              StartsWith("cold_caches is number"));
  EXPECT_THAT(Refusal(plan, R"({"rows": {"field": "padding", "values": [1,2,3,4,5,6,7,8,9]},
                                "columns": {"field": "threads", "values": [1,2,3,4,5,6,7,8]}})"),
              HasSubstr("at most 64 cells"));
}

class SweepTest : public ::testing::Test {
 protected:
  SweepTest() {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    context_ = *Context::Create(options);
  }
  Json Sweep(const std::string& token, const char* body, CountingControl& control,
             const RunLimits& limits = {}) {
    const PlanDescription plan = *DescribePlan(*ParseToken(token), context_->target(), {});
    const absl::StatusOr<SweepRequest> request = ParseSweepRequest(Json::parse(body), plan);
    EXPECT_TRUE(request.ok()) << request.status();
    const absl::StatusOr<Json> swept = RunSweep(plan, *request, *context_, control, limits);
    EXPECT_TRUE(swept.ok()) << swept.status();
    return swept.ok() ? *swept : Json();
  }
  std::shared_ptr<Context> context_;
};

constexpr char kGrid[] = R"({"rows": {"field": "input.padding", "values": [0, 8]},
                             "columns": {"field": "output.padding", "values": [0, 8, 16]},
                             "rounds": 6})";

TEST_F(SweepTest, EveryCellIsMeasuredAndIsAPlanOfItsOwn) {
  CountingControl control(1 << 30);
  const Json swept = Sweep("complex_forward_len_32_48_single_op", kGrid, control);
  EXPECT_EQ(swept["complete"], true);
  ASSERT_EQ(swept["items"].size(), 6u);
  for (const Json& item : swept["items"]) {
    EXPECT_EQ(item["samples"], 6) << item;
    EXPECT_GT(item["median_ms"], 0);
    EXPECT_LE(item["low_ms"], item["high_ms"]);
    EXPECT_GT(item["predicted_us"], 0);
    EXPECT_EQ(item["error"], "");
  }
  const Problem last = *ParseToken(swept["items"][5]["token"]);
  EXPECT_THAT(last.input.strides, ElementsAre(56, 1));
  EXPECT_THAT(last.output.strides, ElementsAre(64, 1));
  const Json& fastest = swept["items"][swept["fastest"].get<int>()];
  for (const Json& item : swept["items"]) EXPECT_LE(fastest["median_ms"], item["median_ms"]);
  EXPECT_EQ(control.reports.size(), 6u * 4);
  EXPECT_EQ(control.reports.back()["done"], control.reports.back()["total"]);
  EXPECT_TRUE(swept["machine"].contains("warnings"));
}

TEST_F(SweepTest, CellsThatCannotRunSayWhy) {
  CountingControl control(1 << 30);
  const Json swept = Sweep("complex_forward_len_64_single_op_batch_8",
                           R"({"rows": {"field": "factors", "values": ["", "8x8", "7x9"]},
                               "columns": {"field": "scheme", "values": ["", "BLUESTEIN"]},
                               "rounds": 3})",
                           control);
  ASSERT_EQ(swept["items"].size(), 6u);
  EXPECT_EQ(swept["items"][0]["error"], "");
  EXPECT_EQ(swept["items"][2]["shapes"], "64:factors=8x8");
  EXPECT_EQ(swept["items"][2]["samples"], 3);
  EXPECT_THAT(swept["items"][4]["error"].get<std::string>(), HasSubstr("7x9"));
  EXPECT_EQ(swept["items"][4]["samples"], 0);
  EXPECT_FALSE(swept["items"][5]["error"].get<std::string>().empty());
}

TEST_F(SweepTest, CancellingEndsIt) {
  CountingControl control(3);
  const Json swept = Sweep("complex_forward_len_32_48_single_op", kGrid, control);
  EXPECT_EQ(swept["complete"], false);
  EXPECT_EQ(control.reports.size(), 3u);
}

TEST_F(SweepTest, LimitsHoldForEveryCell) {
  CountingControl control(1 << 30);
  // The limit allows the plan itself, but not rows that are four times as long.
  const Json swept = Sweep("complex_forward_len_64_64_single_op",
                           R"({"rows": {"field": "padding", "values": [0, 192]}, "rounds": 3})",
                           control, {.device_bytes = 2 * 64 * 64 * 8 + 4096});
  EXPECT_EQ(swept["items"][0]["error"], "");
  EXPECT_THAT(swept["items"][1]["error"].get<std::string>(), HasSubstr("--run-memory"));
  EXPECT_EQ(swept["fastest"], 0);
}

// Executions whose data is in memory take longer than those whose data is in the second-level
// cache.
TEST_F(SweepTest, ColdCachesTakeLonger) {
  const char* const token = "complex_forward_len_128_128_single_op";
  CountingControl control(1 << 30);
  const auto best = [](const Json& swept) { return swept["items"][0]["best_ms"].get<double>(); };
  // A sweep is repeated, since other programs may disturb all its rounds.
  bool is_longer = false;
  for (int attempt = 0; attempt < 5 && !is_longer; ++attempt) {
    const Json warm =
        Sweep(token, R"({"rows": {"field": "padding", "values": [0]}, "rounds": 30})", control);
    const Json cold =
        Sweep(token,
              R"({"rows": {"field": "padding", "values": [0]}, "rounds": 30, "cold_caches": true})",
              control);
    EXPECT_EQ(warm["cold_caches"], false);
    EXPECT_EQ(cold["cold_caches"], true);
    is_longer = best(cold) > best(warm);
  }
  EXPECT_TRUE(is_longer);
}

}  // namespace
}  // namespace fft::inspector
