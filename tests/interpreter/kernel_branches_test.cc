// Tests which branches of generated kernels the interpreted suites reach. A branch is one side of a
// decision: an If, a Select or the entry of a loop. Each branch of a kernel counts once, even if
// several problems run the kernel.
#include <cstdint>
#include <iostream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/reference.h"
#include "tests/support/test_callbacks.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

void RunToken(const std::string& token, const Target& target, KernelBranches* branches) {
  const auto problem = ParseToken(token);
  ASSERT_TRUE(problem.ok()) << problem.status();
  PlanOptions options;
  if (problem->has_callbacks) options.callbacks = ScalingCallbacks(*problem);
  const auto plan = DescribePlan(*problem, target, options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const auto result = InterpretTransform(*plan, plan->candidate,
                                         RandomInput<long double>(plan->problem, 3), {}, branches);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->objections, std::vector<std::string>());
}

// Returns the reason why no run can take a branch, found by the names in the decision; empty if
// there is no reason. All loops are entered.
std::string ReasonFor(const std::string& text) {
  if (text.rfind("for ", 0) == 0) return "";
  static const std::regex kTile("tile_count|transforms");
  static const std::regex kPlace(
      "code|element|exists|first|has_second|is_absent|is_mirrored|is_odd|is_origin|is_real|"
      "is_upper|mirrored|number|point|slow|thread|upper|\\b[eikl][0-9]*\\b");
  if (std::regex_search(text, kTile))
    return "the batches that ran fill the last tile, or none does";
  if (std::regex_search(text, kPlace)) {
    return "loops over elements are unrolled, and only some of the copies meet the ends of a row";
  }
  return "";
}

TEST(KernelBranches, AreReached) {
  KernelBranches branches;
  const auto lines = cli::ReadTokenList("tests/suites/interpreter.tokens");
  ASSERT_TRUE(lines.ok()) << lines.status();
  std::vector<Target> targets = {FindTarget("gfx90a").value(), FindTarget("sm_90").value(),
                                 FindTarget("host").value(), SmallTarget()};
  for (const cli::TokenLine& line : *lines) {
    for (const Target& target : targets) RunToken(line.token, target, &branches);
  }
  int64_t all = 0, taken = 0;
  std::map<std::string, int> never;  // branches that are never taken, by reason
  for (const auto& [kernel, sides] : branches.sides()) {
    for (const KernelBranches::Side& side : sides) {
      ++all;
      taken += side.taken;
      if (side.taken) continue;
      ++never[ReasonFor(side.text)];
      EXPECT_NE(ReasonFor(side.text), "") << side.text << " is never so in " << kernel;
    }
  }
  std::cout << branches.sides().size() << " kernels, " << all << " sides, " << taken << " taken\n";
  for (const auto& [reason, count] : never) std::cout << count << " not: " << reason << "\n";
  EXPECT_GE(100 * taken, 62 * all);
}

}  // namespace
}  // namespace fft::testing
