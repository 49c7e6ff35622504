#include "tests/interpreter/expect_right.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"

namespace fft::testing {

void ExpectRight(const PlanDescription& plan, int candidate) {
  constexpr uint64_t kSeed = 5;
  const Problem& problem = plan.problem;
  const auto result = InterpretTransform(plan, candidate, RandomInput<long double>(problem, kSeed));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, ::testing::IsEmpty());
  const ErrorNorms norms = Compare(result->output, ReferenceTransform(problem, result->input),
                                   OutputSide(problem).components());
  EXPECT_TRUE(Passes(norms, Gate(problem, plan.tree))) << "l2 " << norms.l2;
}

}  // namespace fft::testing
