#include "fft/exec/report.h"

#include <map>
#include <memory>
#include <set>
#include <string>

#include "fft/base/json.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/context.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Problem Token(const char* token) { return *ParseToken(token); }

Json Read(const absl::StatusOr<std::string>& text) {
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? Json::parse(*text) : Json();
}

// The dialects of the sources, by the name of the code.
std::map<std::string, std::set<std::string>> DialectsByName(const Json& sources) {
  std::map<std::string, std::set<std::string>> dialects;
  for (const Json& source : sources["kernels"]) {
    dialects[source["name"]].insert(source["dialect"].get<std::string>());
  }
  return dialects;
}

TEST(ReportTest, CandidatesOfAnAbsentMachineHaveScoresAndStrides) {
  const Problem problem = Token("complex_forward_len_1048576_single_op");
  for (const char* target : {"gfx90a", "sm_90", "host"}) {
    const Json all = Read(CandidatesJson(target, problem));
    ASSERT_GE(all["total"], 2) << target;
    EXPECT_EQ(all["candidates"].size(), all["total"]) << target;
    for (const Json& candidate : all["candidates"]) {
      EXPECT_TRUE(candidate["scores"].contains("fused"));
      for (const Json& step : candidate["steps"]) {
        EXPECT_EQ(step["in_strides"].size(), step["lengths"].size());
        EXPECT_EQ(step["out_strides"].size(), step["lengths"].size());
      }
    }
    EXPECT_EQ(Read(CandidatesJson(target, problem, {}, 1))["candidates"].size(), 1u);
  }
  EXPECT_THAT(CandidatesJson("gfx90a", problem, {}, -1).status().message(),
              HasSubstr("limit is -1"));
  EXPECT_THAT(CandidatesJson("abacus", problem).status().message(), HasSubstr("abacus"));
}

TEST(ReportTest, SourcesOfAnAbsentMachineAreInAllItsDialects) {
  const Problem problem = Token("complex_forward_len_64_single_op");
  const std::map<std::string, std::set<std::string>> expected = {
      {"gfx90a", {"hip"}}, {"sm_90", {"cuda", "cuda_ptx"}}, {"host", {"host", "host_llvm"}}};
  for (const auto& [target, dialects] : expected) {
    const Json sources = Read(SourcesJson(target, problem));
    const auto by_name = DialectsByName(sources);
    ASSERT_EQ(by_name.size(), 1u) << target;
    EXPECT_EQ(by_name.begin()->second, dialects) << target;
    for (const Json& source : sources["kernels"]) {
      EXPECT_THAT(source["source"].get<std::string>(), HasSubstr(source["name"]));
      EXPECT_FALSE(source.contains("compiled"));
    }
  }
}

TEST(ReportTest, CallbacksHaveNoIntermediateForm) {
  PlanOptions options;
  options.callbacks.load =
      "__device__ float2 load(const float2* data, size_t at, void*) { return data[at]; }\n";
  const Json sources =
      Read(SourcesJson("host", Token("complex_forward_len_64_single_op"), options));
  int with = 0;
  for (const Json& source : sources["kernels"]) {
    if (!source["callbacks"].get<bool>()) continue;
    ++with;
    EXPECT_EQ(source["dialect"], "host");
    EXPECT_EQ(source["language"], "C++");
  }
  EXPECT_EQ(with, 1);
}

TEST(ReportTest, ARelayIsAmongTheSources) {
  const Json sources =
      Read(SourcesJson("sm_90", Token("complex_forward_len_1048576_single_op_batch_64")));
  const auto by_name = DialectsByName(sources);
  ASSERT_EQ(by_name.size(), 3u);
  for (const auto& [name, dialects] : by_name) {
    EXPECT_THAT(dialects, ElementsAre("cuda", "cuda_ptx")) << name;
  }
  const std::string relay = sources["kernels"].back()["name"];
  EXPECT_THAT(relay, HasSubstr("relay"));
  for (const Json& source : sources["kernels"]) EXPECT_EQ(source["relay"], relay);
}

TEST(ReportTest, APlanTellsWhichSourceItsCompilerTook) {
  ContextOptions settings = ReadEnvironment();
  settings.device = "host";
  const auto context = Context::Create(settings);
  ASSERT_TRUE(context.ok()) << context.status();
  const auto plan = (*context)->MakePlan(Token("complex_forward_len_64_single_op"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  const bool takes_ir = (*plan)->source_dialect() == Dialect::kHostLlvm;
  const Json sources = Read(SourcesJson(**plan));
  ASSERT_EQ(sources["kernels"].size(), 2u);
  for (const Json& source : sources["kernels"]) {
    const bool is_ir = source["language"] == "LLVM's representation";
    EXPECT_EQ(source["compiled"], is_ir == takes_ir);
    EXPECT_EQ(is_ir, source["dialect"] == "host_llvm");
    EXPECT_EQ(source["source"].get<std::string>().starts_with("; LLVM IR"), is_ir);
  }
}

}  // namespace
}  // namespace fft
