// Tests the views of sources: dialects and relays.
#include <map>
#include <string>

#include "fft/base/json.h"
#include "fft/core/chain.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

using ::testing::HasSubstr;

StoredPlan MakePlan(const char* token, const char* target) {
  StoredPlan stored;
  stored.plan = *DescribePlan(*ParseToken(token), *FindTarget(target), {});
  return stored;
}

TEST(SourcesTest, SourcesAreInAllDialectsOfTheDevice) {
  const View& source = **FindView("source");
  const View& ast = **FindView("ast");
  const std::map<std::string, std::string> languages = {
      {"host", "cpp"}, {"host_llvm", "llvm"}, {"cuda", "cpp"}, {"cuda_ptx", "ptx"}};
  for (const char* target : {"sm_90", "host"}) {
    const StoredPlan stored = MakePlan("complex_forward_len_64_single_op", target);
    const Json first = *source.make({stored, stored, {}});
    ASSERT_EQ(first["dialects"].size(), 2u);
    EXPECT_EQ(first["dialect"], first["dialects"][0]);
    for (const std::string dialect : first["dialects"]) {
      const std::map<std::string, std::string> arguments = {{"dialect", dialect}};
      const Json made = *source.make({stored, stored, arguments});
      EXPECT_EQ(made["dialect"], dialect);
      EXPECT_EQ(made["language"], languages.at(dialect));
      const Json tree = *ast.make({stored, stored, arguments});
      EXPECT_EQ(tree["source_to_final"].size(), made["lines"]) << dialect;
    }
    const std::map<std::string, std::string> wrong = {{"dialect", "hip"}};
    EXPECT_THAT(source.make({stored, stored, wrong}).status().message(),
                HasSubstr("dialect is hip; allowed: " + std::string(first["dialect"])));
  }
}

TEST(SourcesTest, ARelayHasASource) {
  const View& source = **FindView("source");
  const StoredPlan stored = MakePlan("complex_forward_len_1048576_single_op_batch_64", "sm_90");
  ASSERT_EQ(stored.plan.relays.size(), 1u);
  const std::map<std::string, std::string> relay = {{"code", "relay"}, {"kernel", "1"}};
  const Json made = *source.make({stored, stored, relay});
  EXPECT_EQ(made["name"], stored.plan.relays[0].name);
  EXPECT_EQ(made["text"], *SourceOf(stored.plan.relays[0], Dialect::kCuda));
  const StoredPlan single = MakePlan("complex_forward_len_64_single_op", "sm_90");
  const std::map<std::string, std::string> none = {{"code", "relay"}};
  EXPECT_THAT(source.make({single, single, none}).status().message(),
              HasSubstr("no relay runs this one"));
}

// The first of two plans of a chain multiplies by the spectra as it stores.
TEST(SourcesTest, TheSourceOfAChainsPlanMultiplies) {
  const View& source = **FindView("source");
  StoredPlan stored;
  stored.plan = DescribeChain(*ParseChainToken("complex_convolve_len_4096_single_op_batch_4"),
                              *FindTarget("sm_90"), {.scheme = SchemeKind::kL1dCr})
                    ->parts.at(0);
  ASSERT_FALSE(stored.plan.callback_kernels.empty());
  ASSERT_GT(stored.plan.search.candidates.size(), 1u);
  for (const char* candidate : {"0", "1"}) {
    const PlanDescription plan = *WithCandidate(stored.plan, candidate[0] - '0');
    const auto last = static_cast<int>(plan.callback_kernels.size()) - 1;
    const std::map<std::string, std::string> arguments = {{"candidate", candidate},
                                                          {"kernel", std::to_string(last)}};
    const Json made = *source.make({stored, stored, arguments});
    EXPECT_EQ(made["name"], plan.callback_kernels[last].name);
    EXPECT_THAT(made["text"].get<std::string>(), HasSubstr("data[offset] = product"));
  }
}

}  // namespace
}  // namespace fft::inspector
