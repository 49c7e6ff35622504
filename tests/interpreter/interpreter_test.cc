// Interprets every kernel of small problems. There must be no access out of bounds, no race, no
// read of memory that was not written and no write into gaps, and results must be those of the
// transform's definition.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/error_norms.h"
#include "tests/support/naive_dft.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

using ::testing::IsEmpty;

constexpr int kMaxCandidates = 6;

std::vector<Target> InterpretedTargets() {
  return {FindTarget("gfx90a").value(), FindTarget("sm_90").value(), FindTarget("host").value(),
          SmallTarget()};
}

std::vector<cli::TokenLine> Lines() {
  return cli::ReadTokenList("tests/suites/interpreter.tokens").value();
}

class InterpreterTest : public ::testing::TestWithParam<cli::TokenLine> {
 protected:
  void CheckCandidate(const PlanDescription& plan, int candidate) {
    const Problem& problem = plan.problem;
    const auto result = InterpretTransform(plan, candidate, RandomInput<long double>(problem, 3));
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_THAT(result->objections, IsEmpty());
    const ErrorNorms norms = Compare(BeforeStore(problem, result->output),
                                     NaiveDft(problem, Loaded(problem, result->input)),
                                     OutputSide(problem).components());
    const double gate = Gate(problem, plan.tree);
    EXPECT_TRUE(Passes(norms, gate))
        << "l2 " << norms.l2 << ", linf " << norms.linf << ", gate " << gate;
  }
};

TEST_P(InterpreterTest, AgreesWithTheDefinition) {
  auto problem = ParseToken(GetParam().token);
  ASSERT_TRUE(problem.ok()) << problem.status();
  PlanOptions options;
  if (problem->has_callbacks) options.callbacks = ScalingCallbacks(*problem);
  for (const Target& target : InterpretedTargets()) {
    auto plan = DescribePlan(*problem, target, options);
    ASSERT_TRUE(plan.ok()) << target.name << ": " << plan.status();
    const int count =
        std::min<int>(kMaxCandidates, static_cast<int>(plan->search.candidates.size()));
    for (int candidate = 0; candidate < count; ++candidate) {
      SCOPED_TRACE(target.name + ", assignment " + std::to_string(candidate));
      CheckCandidate(*plan, candidate);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Suite, InterpreterTest, ::testing::ValuesIn(Lines()),
                         [](const ::testing::TestParamInfo<cli::TokenLine>& info) {
                           return "Line" + std::to_string(info.param.line);
                         });

// The problems must have every kind of kernel.
TEST(InterpreterSuiteTest, CoversEveryKindOfKernel) {
  std::set<std::string> seen;
  for (const cli::TokenLine& line : Lines()) {
    auto problem = ParseToken(line.token);
    ASSERT_TRUE(problem.ok()) << problem.status();
    for (const Target& target : InterpretedTargets()) {
      auto plan = DescribePlan(*problem, target, {});
      ASSERT_TRUE(plan.ok()) << plan.status();
      for (const kernels::PlannedKernel& kernel : plan->kernels) {
        seen.insert(ToString(kernel.spec.tiling));
        seen.insert("exchange " + ToString(kernel.spec.exchange));
        seen.insert("staging " + ToString(kernel.spec.staging));
        if (kernel.spec.large_twiddle.steps > 0) seen.insert("large twiddle");
        if (kernel.spec.scale == kernels::ScaleKind::kScale) seen.insert("scale");
      }
    }
  }
  for (const char* kind :
       {"sbrr", "sbcc", "sbrc", "sbcr", "plane", "exchange none", "exchange pingpong",
        "exchange full", "exchange half", "staging none", "large twiddle", "scale"}) {
    EXPECT_EQ(seen.count(kind), 1u) << kind;
  }
}

}  // namespace
}  // namespace fft::testing
