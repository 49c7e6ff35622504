// A handle of cuFFT reports the size of its work area before it knows the direction. So plans of
// both directions must need the same size.
#include <string>

#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

TEST(Directions, TakeTheSameWorkspace) {
  const Target target = FindTarget("sm_90").value();
  int with_workspace = 0;
  for (const char* suite : {"h200", "interpreter", "large_primes"}) {
    const auto lines = cli::ReadTokenList(std::string("tests/suites/") + suite + ".tokens");
    ASSERT_TRUE(lines.ok()) << lines.status();
    for (const cli::TokenLine& line : *lines) {
      if (line.must_refuse) continue;
      Problem problem = ParseToken(line.token).value();
      problem.has_callbacks = false;
      if (problem.type != TransformType::kComplexForward &&
          problem.type != TransformType::kComplexInverse) {
        continue;
      }
      problem.type = TransformType::kComplexForward;
      const auto forward = DescribePlan(problem, target, {});
      problem.type = TransformType::kComplexInverse;
      const auto inverse = DescribePlan(problem, target, {});
      ASSERT_TRUE(forward.ok() && inverse.ok()) << line.token;
      EXPECT_EQ(forward->workspace_bytes(), inverse->workspace_bytes()) << line.token;
      with_workspace += forward->workspace_bytes() > 0;
    }
  }
  EXPECT_GT(with_workspace, 10);
}

}  // namespace
}  // namespace fft::testing
