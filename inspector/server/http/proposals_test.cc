#include "inspector/server/http/proposals.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/base/status.h"
#include "fft/core/target.h"
#include "gtest/gtest.h"
#include "inspector/server/http/http.h"
#include "inspector/server/http/problem_details.h"
#include "inspector/server/plan_request.h"

namespace fft::inspector {
namespace {

absl::Status Check(const Json& body) {
  return ParsePlanRequest(body, *FindTarget("host")).status();
}

Json ProposalFor(const std::string& text) {
  const Json body = Json::parse(text);
  const absl::Status refused = Check(body);
  EXPECT_FALSE(refused.ok()) << text;
  return ProposalOf(WithProposal(refused, body, Check));
}

TEST(ProposalsTest, NamesAreTheNearest) {
  constexpr char kToken[] = R"("token": "complex_forward_len_64_single_op")";
  EXPECT_EQ(ProposalFor(absl::StrCat("{", kToken, R"(, "target": "gfx908a"})")), "gfx908");
  EXPECT_EQ(ProposalFor(absl::StrCat("{", kToken, R"(, "options": {"strategy": "balance"}})")),
            "balanced");
  EXPECT_EQ(ProposalFor(absl::StrCat("{", kToken, R"(, "options": {"scheme": "L1D_CCC"}})")),
            "L1D_CC");
  EXPECT_EQ(ProposalFor(absl::StrCat("{", kToken, R"(, "options": {"shceme": "L1D_CC"}})")),
            "scheme");
  EXPECT_EQ(ProposalFor(absl::StrCat("{", kToken, R"(, "tarjet": "gfx90a"})")), "target");
}

TEST(ProposalsTest, PrecisionsGoByOtherNamesToo) {
  const std::pair<const char*, const char*> kNames[] = {
      {"bf16", "bfloat16"}, {"float16", "half"}, {"FP32", "single"}, {"float64", "double"}};
  for (const auto& [other, name] : kNames) {
    EXPECT_EQ(ProposalFor(
                  absl::StrCat(R"({"problem": {"lengths": [8], "precision": ")", other, R"("}})")),
              name);
    EXPECT_EQ(ProposalFor(absl::StrCat(R"({"token": "complex_forward_len_16_)", other, R"(_op"})")),
              absl::StrCat("complex_forward_len_16_", name, "_op"));
  }
}

TEST(ProposalsTest, NumbersAreTheNearestValidOnes) {
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8, 0]}})"), 1);
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8], "batch": -3}})"), 0);
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_64_single_op",
                            "options": {"max_candidates": 9000}})"),
            2000);
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8],
                            "input": {"strides": [-1], "offsets": [3, 0]}}})"),
            7);
}

TEST(ProposalsTest, DistancesAreTheLeast) {
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [336, 336, 56], "batch": 10,
                            "output": {"strides": [18816, 56, 1], "distance": 6000000}}})"),
            6322176);
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_336_336_56_double_op_batch_10_istride_)"
                        R"(18816_56_1_CI_ostride_18816_56_1_CI_idist_6322176_odist_6322175"})"),
            6322176);
}

TEST(ProposalsTest, PartsOfTokensAreTheNearestWord) {
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_16_sngle_op"})"),
            "complex_forward_len_16_single_op");
  EXPECT_EQ(ProposalFor(R"({"token": "complx_forward_len_16_single_op"})"),
            "complex_forward_len_16_single_op");
}

TEST(ProposalsTest, StridesThatMeetArePacked) {
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8, 8], "output": {"strides": [4, 1]}}})"),
            Json::array());
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_64_48_single_op_istride_48_1_CI)"
                        R"(_ostride_30_1_CI"})"),
            Json({48, 1}));
}

TEST(ProposalsTest, ShapesHaveTheNearestWord) {
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_16_single_op",
                            "options": {"shapes": "16:threds=1"}})"),
            "16:threads=1");
}

TEST(ProposalsTest, ListsAndTextsFit) {
  const auto one = [](const char* name, const Json& given, const char* allowed, const Json& taken) {
    const BodyCheck check = [&](const Json& body) {
      return body[name] == taken ? absl::OkStatus() : InvalidField(name, "x", allowed);
    };
    const Json body = {{name, given}};
    return ProposalOf(WithProposal(check(body), body, check));
  };
  EXPECT_EQ(one("candidates", Json::array(), "a list of 1 to 64 candidates", {0}), Json({0}));
  EXPECT_EQ(one("input", {3, 3}, "a list of 2 numbers of ranks, one a length, whose product is 4",
                {4, 1}),
            Json({4, 1}));
  EXPECT_EQ(one("scale", "x", "a number", 1), 1);
  EXPECT_EQ(one("format", "R", "CI or CP for complex_forward", "CP"), "CP");
}

TEST(ProposalsTest, ParametersAreTried) {
  const auto of = [](const char* value, const char* allowed, const std::string& taken) {
    return ProposalOf(WithParameter(InvalidField("limit", value, allowed),
                                    [&](const std::string& name, const std::string& other) {
                                      return name == "limit" && other == taken
                                                 ? absl::OkStatus()
                                                 : absl::NotFoundError("");
                                    }));
  };
  EXPECT_EQ(of("5000", "whole numbers from 1 to 2000", "2000"), 2000);
  EXPECT_EQ(of("x", "whole numbers from 1 to 2000", "1"), 1);
  EXPECT_EQ(of("0", "0 to -1", ""), nullptr) << "there is none";
  EXPECT_EQ(of("bufers", "rank, buffers, each also after \"-\"", "buffers"), "buffers");
}

TEST(ProposalsTest, WhatCannotBeMendedHasNone) {
  EXPECT_EQ(ProposalFor(R"({"token": "nonsense"})"), nullptr);
  EXPECT_EQ(NearestName("colour", {"token", "target"}), "");
}

TEST(ProposalsTest, StandsInTheAnswersErrors) {
  const Json body = {{"problem", {{"lengths", {0}}}}};
  const HttpResponse response = ProblemResponse(WithProposal(Check(body), body, Check));
  const Json errors = Json::parse(response.body)["errors"];
  EXPECT_EQ(errors[0]["field"], "lengths[0]");
  EXPECT_EQ(errors[0]["proposed"], 1);
}

}  // namespace
}  // namespace fft::inspector
