// Every kernel of every suite as PTX: read back, with the launch that its plan has.
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "fft/base/ir_marker.h"
#include "fft/core/chain.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/testing/ptx_module.h"
#include "gtest/gtest.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

int FromEnvironment(const char* name, int otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::atoi(value);
}

std::vector<cli::TokenLine> AllTokens() {
  std::vector<cli::TokenLine> all;
  for (const auto& entry : std::filesystem::directory_iterator("tests/suites")) {
    if (entry.path().extension() != ".tokens") continue;
    const auto lines = cli::ReadTokenList(entry.path().string());
    EXPECT_TRUE(lines.ok()) << lines.status();
    for (const cli::TokenLine& line : *lines) {
      if (!line.must_refuse) all.push_back(line);
    }
  }
  return all;
}

void Check(const kernels::PlannedKernel& kernel) {
  SCOPED_TRACE(kernel.name);
  const auto source = SourceOf(kernel, Dialect::kCudaPtx);
  ASSERT_TRUE(source.ok()) << source.status();
  ASSERT_TRUE(absl::StartsWith(*source, kPtxMarker));
  const auto module = rtc::ParsePtx(*source);
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->kernel_name, kernel.name);
  EXPECT_EQ(module->max_threads, kernel.threads);
  const bool is_dynamic = kernel.lds_bytes > (48 << 10);
  EXPECT_EQ(module->has_dynamic_shared, is_dynamic);
  EXPECT_GE(module->static_shared_bytes, is_dynamic ? 0 : kernel.lds_bytes);
}

// The plans of a token without callbacks; none where it has no plan, which other tests report.
std::vector<PlanDescription> PlansOf(const std::string& token, const Target& target) {
  if (IsChainToken(token)) {
    const auto chain = ParseChainToken(token);
    EXPECT_TRUE(chain.ok()) << chain.status();
    auto made = DescribeChain(*chain, target, {});
    return made.ok() ? std::move(made->parts) : std::vector<PlanDescription>();
  }
  auto problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  problem->has_callbacks = false;
  auto plan = DescribePlan(*problem, target, {});
  return plan.ok() ? std::vector<PlanDescription>{*std::move(plan)}
                   : std::vector<PlanDescription>();
}

TEST(PtxSuitesTest, EveryKernelIsRead) {
  const Target target = FindTarget("sm_90").value();
  const std::vector<cli::TokenLine> tokens = cli::ShardOf(
      AllTokens(), FromEnvironment("TEST_SHARD_INDEX", 0), FromEnvironment("TEST_TOTAL_SHARDS", 1));
  std::set<std::string> seen;
  for (const cli::TokenLine& line : tokens) {
    for (const PlanDescription& plan : PlansOf(line.token, target)) {
      for (const kernels::PlannedKernel& kernel : plan.kernels) {
        if (seen.insert(kernel.name).second) Check(kernel);
      }
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

}  // namespace
}  // namespace fft::testing
