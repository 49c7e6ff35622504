#include "tests/interpreter/expect_right.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {

void ExpectRight(const PlanDescription& plan, int candidate, uint64_t seed) {
  const Problem& problem = plan.problem;
  const auto result = InterpretTransform(plan, candidate, RandomInput<long double>(problem, seed));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, ::testing::IsEmpty());
  const ErrorNorms norms = Compare(BeforeStore(problem, result->output),
                                   ReferenceTransform(problem, Loaded(problem, result->input)),
                                   OutputSide(problem).components());
  EXPECT_TRUE(Passes(norms, Scatter(result->output.size()) * Gate(problem, plan.tree)))
      << "l2 " << norms.l2 << ", linf " << norms.linf;
}

}  // namespace fft::testing
