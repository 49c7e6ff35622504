#include "tests/interpreter/expect_right.h"

#include <vector>

#include "fft/core/chain.h"
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
  ASSERT_TRUE(made.is_whole() || chain.kind == ChainKind::kOverlapAdd)
      << "a callback multiplies by the spectra";
  const auto spectra = RandomSpectra<long double>(chain, kSeed + 1);
  std::vector<long double> input, data;
  for (const PlanDescription& part : made.parts) {
    const bool is_first = &part == &made.parts.front(), is_last = &part == &made.parts.back();
    if (is_first) data = RandomInput<long double>(part.problem, kSeed);
    const auto result = InterpretTransform(part, 0, data, is_last ? spectra : decltype(spectra)());
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_THAT(result->objections, ::testing::IsEmpty());
    if (is_first) input = result->input;
    data = result->output;
  }
  const auto expected = ReferenceChain(chain, input, SpectraRead(chain, spectra));
  const ErrorNorms norms = Compare(data, expected.output, IsReal(chain) ? 1 : 2);
  EXPECT_TRUE(Passes(norms, expected.gate))
      << norms.l2 << " above " << expected.gate << " in " << made.parts.back().kernels.front().name;
}

}  // namespace fft::testing
