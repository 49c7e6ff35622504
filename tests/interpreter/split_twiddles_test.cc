// Interprets kernels in which padding splits a loop, so that several loops count the index of large
// twiddles. There must be no race and no access out of bounds, and results must be those of the
// transform's definition.
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/interpreter/interpret_transform.h"

namespace fft::testing {
namespace {

constexpr int kMostCandidates = 12;

struct SplitCase {
  friend void PrintTo(const SplitCase& c, std::ostream* out) {
    *out << ToString(c.scheme) << " " << c.token;
  }
  SchemeKind scheme;
  const char* token;
  std::vector<int64_t> factors = {};
  KernelKind kind = KernelKind::kStockham;  // the kind of the kernel whose loop is split
};

class SplitTwiddlesTest : public ::testing::TestWithParam<SplitCase> {};

// Returns a target on which padding begins at small sizes, so that it splits the loops of short
// transforms.
Target EarlyPadding() {
  Target target = SmallTarget();
  target.padding = {4, 8, 4, 3};
  return target;
}

// Returns the kinds of the kernels that count twiddles with several loops.
std::set<KernelKind> SplitKinds(const Candidate& candidate) {
  std::set<KernelKind> kinds;
  for (const Step& step : candidate.steps) {
    if (step.kernel->twiddles.loops.size() > 1) kinds.insert(step.kernel->kind);
  }
  return kinds;
}

TEST_P(SplitTwiddlesTest, AgreesWithTheDefinition) {
  PlanOptions options;
  options.scheme = GetParam().scheme;
  options.factors = GetParam().factors;
  const auto plan = DescribePlan(*ParseToken(GetParam().token), EarlyPadding(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  int checked = 0;
  for (int i = 0; i < std::ssize(plan->search.candidates) && checked < kMostCandidates; ++i) {
    if (SplitKinds(plan->search.candidates[i]).count(GetParam().kind) == 0) continue;
    SCOPED_TRACE(i);
    ExpectRight(*plan, i);
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

using enum SchemeKind;

INSTANTIATE_TEST_SUITE_P(
    Lines, SplitTwiddlesTest,
    ::testing::Values(
        SplitCase{kL1dCc, "complex_forward_len_512_single_ip", {8, 8, 8}},
        SplitCase{kL1dCc, "complex_inverse_len_512_double_op_batch_3_scale_0.5", {8, 8, 8}},
        SplitCase{
            kL1dCc, "complex_forward_len_1024_single_op_istride_2_CP_ostride_3_CI", {8, 8, 16}},
        SplitCase{kL1dCc, "complex_forward_len_480_single_op", {8, 6, 10}},
        SplitCase{kL1dCr, "complex_forward_len_512_single_op_batch_2", {8, 8, 8}},
        SplitCase{kL1dCrt, "complex_inverse_len_512_double_ip", {8, 8, 8}},
        SplitCase{kL1dTrtrt, "complex_forward_len_512_double_op", {8, 8, 8}},
        SplitCase{
            kL1dTrtrt, "complex_forward_len_512_double_op", {8, 8, 8}, KernelKind::kTranspose}));

}  // namespace
}  // namespace fft::testing
