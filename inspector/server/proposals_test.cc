#include "inspector/server/proposals.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/core/target.h"
#include "gtest/gtest.h"
#include "inspector/server/http.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/problem_details.h"

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

TEST(ProposalsTest, NumbersAreTheNearestValidOnes) {
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8, 0]}})"), 1);
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8], "batch": -3}})"), 1);
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_64_single_op",
                            "options": {"max_candidates": 9000}})"),
            2000);
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [8], "output": {"strides": [0]}}})"), 1);
}

TEST(ProposalsTest, DistancesAreTheLeast) {
  EXPECT_EQ(ProposalFor(R"({"problem": {"lengths": [336, 336, 56], "batch": 10,
                            "output": {"strides": [18816, 56, 1], "distance": 6000000}}})"),
            6322176);
  EXPECT_EQ(ProposalFor(R"({"token": "complex_forward_len_336_336_56_double_op_batch_10_istride_)"
                        R"(18816_56_1_CI_ostride_18816_56_1_CI_idist_6322176_odist_6322175"})"),
            6322176);
}

TEST(ProposalsTest, WhatCannotBeMendedHasNone) {
  EXPECT_EQ(ProposalFor(R"({"token": "nonsense"})"), nullptr);
  EXPECT_EQ(ProposalFor("{}"), nullptr);
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
