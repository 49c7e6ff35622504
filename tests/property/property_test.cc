// Interprets random problems. Results must agree with FFTW, linearity, the shift theorem and
// Parseval's theorem. There must be no access out of bounds, no race and no write outside the
// output.
//
// The test prints its seed. FFT_PROPERTY_SEED sets the seed, to repeat a run.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "fft/core/unit_roundoff.h"
#include "fft/exec/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/interpret_transform.h"
#include "tests/property/properties.h"
#include "tests/property/random_problem.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

using ::testing::IsEmpty;

// The problems are divided into this many blocks. A shard of the test takes whole blocks.
constexpr int kBlocks = 16;
constexpr int kProblemsPerBlock = 126;
constexpr int64_t kMaxPoints = 300;
// One problem in this many is large.
constexpr int64_t kLargeOneIn = 24;
constexpr int64_t kMaxLargePoints = 5000;

const std::vector<Target>& PropertyTargets() {
  static const auto* const kTargets = [] {
    auto* targets = new std::vector<Target>(Targets());
    targets->push_back(SmallTarget());
    return targets;
  }();
  return *kTargets;
}

// Checks one plan of a problem.
class PlanCheck {
 public:
  PlanCheck(PlanDescription plan, int candidate)
      : plan_(std::move(plan)),
        problem_(plan_.problem),
        candidate_(candidate),
        gate_(Gate(problem_, plan_.tree)) {}

  void Run(uint64_t seed, const Shift& shift) {
    const Interpretation x = Transform(RandomInput<long double>(problem_, seed));
    if (::testing::Test::HasFailure()) return;
    const Values loaded = Loaded(problem_, x.input);
    const double excess = ExcessOfWhole(problem_, loaded);
    ExpectNear("FFTW", x.output, ReferenceTransform(problem_, loaded),
               Scatter(x.output.size()) * excess);
    const Values shifted_input = ShiftedInput(problem_, shift, x.input);
    const Interpretation y = Transform(shifted_input);
    // The error is larger, since the second and the third input are rounded, too, to the input's
    // own precision.
    const double coarser = std::max(
        1.0, UnitRoundoff(PrecisionOf(problem_, problem_.input)) / CoarsestRoundoff(problem_));
    if (!problem_.has_callbacks && HasShifts(problem_)) {
      ExpectNear("shift", y.output, ShiftedOutput(problem_, shift, x.output), 3 * coarser);
      ExpectParseval(x);
    }
    const Interpretation z = Transform(Sum(x.input, y.input));
    ExpectSum(x.output, y.output, z.output, 3 * excess * coarser);
  }

 private:
  // Interprets the plan. The returned output has the values before the store callback.
  Interpretation Transform(const Values& input) {
    absl::StatusOr<Interpretation> result = InterpretTransform(plan_, candidate_, input);
    EXPECT_TRUE(result.ok()) << result.status();
    if (!result.ok()) return {};
    EXPECT_THAT(result->objections, IsEmpty());
    result->output = BeforeStore(problem_, std::move(result->output));
    return *std::move(result);
  }

  void ExpectNear(const char* property, const Values& result, const Values& expected,
                  double allowance) const {
    if (result.size() != expected.size()) return;  // failed before
    const ErrorNorms norms = Compare(result, expected, OutputSide(problem_).components());
    EXPECT_TRUE(Passes(norms, allowance * gate_)) << property << ": l2 " << norms.l2 << ", linf "
                                                  << norms.linf << ", gate " << allowance * gate_;
  }

  // Expects sum = x + y. The error is relative to the terms, since their sum may cancel. It is
  // absolute if the terms are 0.
  void ExpectSum(const Values& x, const Values& y, const Values& sum, double allowance) const {
    if (sum.size() != x.size() || sum.size() != y.size()) return;  // failed before
    Values off = Sum(x, y);
    for (size_t i = 0; i < off.size(); ++i) off[i] -= sum[i];
    const ErrorNorms of_x = Norms(x), of_y = Norms(y), norms = Norms(off);
    const auto relative = [](double error, double terms) {
      return terms == 0 ? error : error / terms;
    };
    const ErrorNorms error = {relative(norms.l2, of_x.l2 + of_y.l2),
                              relative(norms.linf, of_x.linf + of_y.linf)};
    EXPECT_TRUE(Passes(error, allowance * gate_)) << "linearity: l2 " << error.l2 << ", linf "
                                                  << error.linf << ", gate " << allowance * gate_;
  }

  ErrorNorms Norms(const Values& values) const {
    return Compare(values, Values(values.size()), OutputSide(problem_).components());
  }

  void ExpectParseval(const Interpretation& x) const {
    long double points = 1;
    for (const int64_t length : problem_.lengths) points *= static_cast<long double>(length);
    const long double expected =
        points * problem_.scale * problem_.scale * InputEnergy(problem_, x.input);
    const long double energy = OutputEnergy(problem_, x.output);
    EXPECT_LE(std::fabs(energy - expected), 3 * gate_ * expected) << "Parseval";
  }

  const PlanDescription plan_;
  const Problem& problem_;
  const int candidate_;
  const double gate_;
};

// Checks a problem. Returns false if it has no plan. This happens only on the small machine: the
// convolution of a large prime length needs LDS for several times its length.
bool CheckProblem(const Problem& problem, const Target& target, Random* random) {
  PlanOptions options;
  if (problem.has_callbacks) options.callbacks = ScalingCallbacks(problem);
  auto plan = DescribePlan(problem, target, options);
  const int64_t axis = random->Below(static_cast<int64_t>(problem.lengths.size()));
  const Shift shift{static_cast<int>(axis), random->Below(problem.lengths[axis])};
  const uint64_t seed = random->Bits();
  SCOPED_TRACE(ToToken(problem) + " on " + target.name);
  if (absl::IsUnimplemented(plan.status()) && target.name == SmallTarget().name) return false;
  EXPECT_TRUE(plan.ok()) << plan.status();
  if (!plan.ok()) return true;
  const auto candidates = static_cast<int64_t>(plan->search.candidates.size());
  const auto candidate = static_cast<int>(random->OneIn(2) ? 0 : random->Below(candidates));
  SCOPED_TRACE("assignment " + std::to_string(candidate));
  PlanCheck(*std::move(plan), candidate).Run(seed, shift);
  return true;
}

const Target& AnyTarget(Random* random) {
  const std::vector<Target>& targets = PropertyTargets();
  return targets[random->Below(static_cast<int64_t>(targets.size()))];
}

int64_t Points(const Problem& problem) {
  return std::accumulate(problem.lengths.begin(), problem.lengths.end(), TransformCount(problem),
                         std::multiplies<>());
}

// Interprets the problems of regressions.tokens for every target. Tests on devices run the large
// problems.
TEST(Regressions, HoldOnEveryTarget) {
  const auto lines = cli::ReadTokenList("tests/suites/regressions.tokens");
  ASSERT_TRUE(lines.ok()) << lines.status();
  Random random(PropertySeed());
  int checked = 0;
  for (const cli::TokenLine& line : *lines) {
    if (line.must_refuse) continue;
    const Problem problem = ParseToken(line.token).value();
    if (Points(problem) > 2 * kMaxPoints) continue;
    for (const Target& target : PropertyTargets()) {
      checked += CheckProblem(problem, target, &random) ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 0);
}

class PropertyTest : public ::testing::TestWithParam<int> {};

TEST_P(PropertyTest, RandomProblems) {
  Random random(PropertySeed() + static_cast<uint64_t>(GetParam()));
  int checked = 0, refused = 0;
  while (checked < kProblemsPerBlock && !HasFailure()) {
    const int64_t points = random.OneIn(kLargeOneIn) ? kMaxLargePoints : kMaxPoints;
    const Problem problem = RandomProblem(points, &random);
    (CheckProblem(problem, AnyTarget(&random), &random) ? checked : refused) += 1;
  }
  std::cout << checked << " problems checked, " << refused << " without a plan" << std::endl;
}

INSTANTIATE_TEST_SUITE_P(Blocks, PropertyTest, ::testing::Range(0, kBlocks));

}  // namespace
}  // namespace fft::testing
