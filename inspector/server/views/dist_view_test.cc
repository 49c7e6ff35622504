#include "inspector/server/views/dist_view.h"

#include <string>

#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

Json View(const Json& body) {
  const absl::StatusOr<DistRequest> request = ParseDistRequest(body);
  EXPECT_TRUE(request.ok()) << request.status() << body;
  if (!request.ok()) return Json();
  const absl::StatusOr<Json> view = DistView(*request, {});
  EXPECT_TRUE(view.ok()) << view.status() << body;
  return view.ok() ? *view : Json();
}

std::string Refusal(const Json& body) {
  return std::string(ParseDistRequest(body).status().message());
}

const Json kCube = {{"token", "complex_forward_len_16_16_16_single_op"}, {"ranks", 4}};

int64_t Sent(const Json& view) {
  int64_t sent = 0;
  const int ranks = view["ranks"];
  for (const Json& exchange : view["exchanges"]) {
    for (int from = 0; from < ranks; ++from) {
      for (int to = 0; to < ranks; ++to) {
        if (from != to) sent += exchange["bytes"][from][to].get<int64_t>();
      }
    }
  }
  return sent;
}

TEST(DistViewTest, SlabsToSlabsExchangeOnceWithAllOthers) {
  const Json view = View(kCube);
  EXPECT_EQ(view["ranks"], 4);
  EXPECT_EQ(view["boxes"]["input"].size(), 4u);
  EXPECT_EQ(view["boxes"]["output"][1]["lower"], Json({0, 0, 4, 0}));
  EXPECT_EQ(view["candidates"][view["candidate"].get<int>()]["exchanges"], 1);
  // Every rank sends a quarter of its data to each of the three other ranks. Sent adds up all
  // exchanges.
  EXPECT_EQ(Sent(view), 16 * 16 * 16 * 8 * 3 / 4);
  ASSERT_EQ(view["plans"].size(), 4u);
  for (const Json& plan : view["plans"]) {
    EXPECT_FALSE(plan["stages"].empty());
    EXPECT_EQ(plan["stages"].size(), plan["lines"].size());
  }
}

TEST(DistViewTest, GridsAndCandidatesAreTheCallers) {
  Json body = kCube;
  body["input"] = {2, 2, 1};
  body["output"] = {1, 2, 2};
  const Json view = View(body);
  EXPECT_EQ(view["boxes"]["input"][3]["lower"], Json({0, 8, 8, 0}));
  ASSERT_GE(view["candidates"].size(), 2u);
  body["candidate"] = 1;
  EXPECT_EQ(View(body)["candidate"], 1);
  EXPECT_GE(view["candidates"][1]["microseconds"], view["candidates"][0]["microseconds"]);
}

TEST(DistViewTest, WhatIsStoredInOtherRanksIsSent) {
  Json body = kCube;
  body["transport"] = "direct";
  for (const char* link : {"nvlink", "memory"}) {  // data moves by copies, and by kernels
    body["link"] = link;
    EXPECT_EQ(Sent(View(body)), 16 * 16 * 16 * 8 * 3 / 4) << link;
  }
}

TEST(DistViewTest, RealSpectraAreShorter) {
  const Json view = View({{"token", "real_forward_len_8_8_single_op"}, {"ranks", 2}});
  EXPECT_EQ(view["lengths"]["input"], Json({1, 8, 8}));
  EXPECT_EQ(view["lengths"]["output"], Json({1, 8, 5}));
}

TEST(DistViewTest, RefusalsNameTheField) {
  const auto with = [](const char* name, const Json& value) {
    Json body = kCube;
    body[name] = value;
    return Refusal(body);
  };
  EXPECT_TRUE(with("ranks", 33).starts_with("ranks is 33")) << with("ranks", 33);
  EXPECT_TRUE(with("ranks", 0).starts_with("ranks is 0"));
  EXPECT_TRUE(with("input", {2, 2}).starts_with("input is [2,2]"));
  EXPECT_TRUE(with("input", {2, 2, 2}).starts_with("input is"));
  EXPECT_TRUE(with("output", {4, "1", 1}).starts_with("output is"));
  EXPECT_TRUE(with("output", 4).starts_with("output is 4"));
  EXPECT_TRUE(with("link", "string").starts_with("link is string"));
  EXPECT_TRUE(with("transport", 1).starts_with("transport is"));
  EXPECT_TRUE(with("candidate", 64).starts_with("candidate is 64"));
  EXPECT_TRUE(with("rank", 1).starts_with("rank is unknown"));
}

TEST(DistViewTest, LayoutsThatRanksCannotHaveAreRefusedByName) {
  const auto of = [](const std::string& rest) {
    return Refusal({{"token", "complex_forward_len_16_16_16_single_op" + rest}, {"ranks", 4}});
  };
  EXPECT_EQ(of("_istride_256_16_1_CI_ostride_256_16_1_CI"), "") << "packed strides are no others";
  EXPECT_TRUE(of("_istride_320_20_1_CI_ostride_256_16_1_CI").starts_with("input.strides is 320"));
  EXPECT_TRUE(of("_istride_256_16_1_CI_ostride_320_20_1_CI").starts_with("output.strides is 320"));
  EXPECT_TRUE(of("_istride_256_16_1_CP_ostride_256_16_1_CP").starts_with("input.format is CP"));
  EXPECT_TRUE(of("_batch_2_istride_256_16_1_CI_ostride_256_16_1_CI_idist_5000_odist_4096")
                  .starts_with("input.distance is 5000"));
  EXPECT_TRUE(of("_ioffset_3_0_ooffset_0_0").starts_with("input.offsets is 3"));
  EXPECT_TRUE(of("_loop_2_4096_4096").starts_with("loops is")) << of("_loop_2_4096_4096");
  EXPECT_TRUE(of("_CB").starts_with("has_callbacks is true")) << of("_CB");
}

TEST(DistViewTest, PlacementIsTheCallers) {
  Json body = kCube;
  body["token"] = "complex_forward_len_16_16_16_single_ip";
  EXPECT_EQ(ParseDistRequest(body)->problem.problem.placement, Placement::kInPlace);
  const std::string token = View(body)["token"];
  EXPECT_NE(token.find("_single_ip"), std::string::npos) << token;
}

TEST(DistViewTest, EndsWhenTheClientHasGone) {
  const absl::StatusOr<DistRequest> request = ParseDistRequest(kCube);
  ASSERT_TRUE(request.ok());
  Cancellation cancellation;
  cancellation.Cancel();
  EXPECT_TRUE(absl::IsCancelled(DistView(*request, cancellation).status()));
}

}  // namespace
}  // namespace fft::inspector
