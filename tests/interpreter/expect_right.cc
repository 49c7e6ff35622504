#include "tests/interpreter/expect_right.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/support/chain_reference.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {

constexpr uint64_t kSeed = 5;

void ExpectRight(const PlanDescription& plan, int candidate, std::optional<uint64_t> drawn_seed) {
  const Problem& problem = plan.problem;
  const auto result = InterpretTransform(
      plan, candidate, RandomInput<long double>(problem, drawn_seed.value_or(kSeed)));
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, ::testing::IsEmpty());
  const auto loaded = Loaded(problem, result->input);
  const ErrorNorms norms =
      Compare(BeforeStore(problem, result->output), ReferenceTransform(problem, loaded),
              OutputSide(problem).components());
  const double allowance =
      (drawn_seed ? Scatter(result->output.size()) : 1) * ExcessOfWhole(problem, loaded);
  EXPECT_TRUE(Passes(norms, allowance * Gate(problem, plan.tree)))
      << "l2 " << norms.l2 << ", linf " << norms.linf;
}

void ExpectRight(const ChainDescription& made) {
  const Chain& chain = made.chain;
  const auto window = RandomSpectra<long double>(chain, kSeed + 1);
  const PlanDescription &transform = made.parts.front(), &addition = made.parts.back();
  const auto frames =
      InterpretTransform(transform, 0, RandomInput<long double>(transform.problem, kSeed));
  ASSERT_TRUE(frames.ok()) << frames.status();
  EXPECT_THAT(frames->objections, ::testing::IsEmpty());
  const auto result = InterpretTransform(addition, 0, frames->output, window);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, ::testing::IsEmpty());
  const auto expected = ReferenceChain(chain, frames->input, window);
  const ErrorNorms norms = Compare(result->output, expected.output, IsReal(chain) ? 1 : 2);
  EXPECT_TRUE(Passes(norms, expected.gate))
      << norms.l2 << " above " << expected.gate << " in " << addition.kernels.front().name;
}

void ExpectRight(const Chain& chain, const PlanDescription& plan) {
  const auto spectra = RandomSpectra<long double>(chain, kSeed + 1);
  const auto result =
      InterpretTransform(plan, 0, RandomInput<long double>(chain.arrays, kSeed), spectra);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(result->objections, ::testing::IsEmpty());
  const auto expected = ReferenceChain(chain, result->input, spectra);
  const ErrorNorms norms = Compare(result->output, expected.output, IsReal(chain) ? 1 : 2);
  EXPECT_TRUE(Passes(norms, expected.gate))
      << norms.l2 << " above " << expected.gate << " in " << plan.kernels.front().name;
}

}  // namespace fft::testing
