#include "tests/support/suite_plans.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "fft/core/chain.h"
#include "fft/exec/describe_chain.h"
#include "gtest/gtest.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

int FromEnvironment(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

}  // namespace

std::vector<cli::TokenLine> SuiteTokens() {
  std::vector<cli::TokenLine> all;
  for (const auto& entry : std::filesystem::directory_iterator("tests/suites")) {
    if (entry.path().extension() != ".tokens") continue;
    const auto lines = cli::ReadTokenList(entry.path().string());
    EXPECT_TRUE(lines.ok()) << lines.status();
    for (const cli::TokenLine& line : *lines) {
      if (!line.must_refuse) all.push_back(line);
    }
  }
  return cli::ShardOf(all, FromEnvironment("TEST_SHARD_INDEX", 0),
                      FromEnvironment("TEST_TOTAL_SHARDS", 1));
}

std::vector<PlanDescription> PlansOf(const std::string& token, const Target& target) {
  if (IsChainToken(token)) {
    const auto chain = ParseChainToken(token);
    EXPECT_TRUE(chain.ok()) << chain.status();
    auto made = DescribeChain(*chain, target, {});
    return made.ok() ? std::move(made->parts) : std::vector<PlanDescription>();
  }
  const auto problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  PlanOptions options;
  if (problem->has_callbacks) options.callbacks = ScalingCallbacks(*problem);
  auto plan = DescribePlan(*problem, target, options);
  return plan.ok() ? std::vector<PlanDescription>{*std::move(plan)}
                   : std::vector<PlanDescription>();
}

}  // namespace fft::testing
