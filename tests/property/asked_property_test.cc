// Interprets plans with random options and compares results with FFTW. There must be no access out
// of bounds, no race and no write outside the output.
//
// The test prints its seed. FFT_PROPERTY_SEED sets the seed, to repeat a run.
#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"
#include "fft/exec/pipeline.h"
#include "fft/shapes/asked_shape.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/property/random_options.h"
#include "tests/property/random_problem.h"

namespace fft::testing {
namespace {

constexpr int kProblems = 400;
constexpr int64_t kMaxPoints = 600;
constexpr int64_t kMaxLargePoints = 5000;

// Adds a loop around the problem. Its elements lie behind the existing elements or, out of place,
// between the elements of the output.
void AddLoop(Random* random, Problem* problem) {
  const int64_t length = 2 + random->Below(3), gap = random->Below(4);
  int64_t in = InputLayout(*problem).extent() + gap;
  int64_t out = OutputLayout(*problem).extent() + random->Below(4);
  if (problem->placement == Placement::kInPlace) {
    const int64_t reals_in = IsReal(problem->type) && IsForward(problem->type) ? 1 : 2;
    const int64_t reals_out = IsReal(problem->type) && !IsForward(problem->type) ? 1 : 2;
    const int64_t pairs = std::max(in * reals_in, out * reals_out) / 2 + 1;
    in = 2 * pairs / reals_in;
    out = 2 * pairs / reals_out;
  } else if (random->OneIn(2)) {
    for (int64_t& stride : problem->output.strides) stride *= length;
    problem->output.distance *= length;
    for (int64_t& offset : problem->output.offsets) offset *= length;
    out = 1;
  }
  problem->loops = {{length, in, out}};
}

TEST(AskedProperties, HoldInTheInterpreter) {
  Random random(PropertySeed());
  int checked = 0, shaped = 0, looped = 0;
  for (int drawn = 0; checked < kProblems && drawn < 20 * kProblems && !HasFailure(); ++drawn) {
    const int64_t points = random.OneIn(16) ? kMaxLargePoints : kMaxPoints;
    Problem problem = RandomProblem(points, &random);
    if (random.OneIn(5)) AddLoop(&random, &problem);
    const Target& target = Targets()[random.Below(std::ssize(Targets()))];
    PlanOptions options = RandomOptions(problem, &random);
    if (!random.OneIn(4)) AskForShape(problem, target, &random, &options);
    const uint64_t seed = random.Bits();
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) {
      // A scheme or shape that the problem cannot have is an error that names it, not an internal
      // error.
      EXPECT_FALSE(absl::IsInternal(plan.status())) << plan.status();
      EXPECT_TRUE(CompleteProblem(problem).ok()) << CompleteProblem(problem).status();
      continue;
    }
    ++checked;
    shaped += options.shapes.empty() ? 0 : 1;
    looped += problem.loops.empty() ? 0 : 1;
    SCOPED_TRACE(absl::StrCat(ToToken(problem), " on ", target.name, ", scheme ",
                              options.scheme ? ToString(*options.scheme) : "any", ", shapes ",
                              ToString(options.shapes)));
    const auto candidates = std::ssize(plan->search.candidates);
    const auto candidate = static_cast<int>(random.OneIn(2) ? 0 : random.Below(candidates));
    SCOPED_TRACE(absl::StrCat("assignment ", candidate));
    ExpectRight(*plan, candidate, seed);
  }
  EXPECT_GT(shaped, checked / 4);
  EXPECT_GT(looped, checked / 10);
  std::cout << checked << " problems checked, " << shaped << " with a shape, " << looped
            << " with a loop" << std::endl;
}

}  // namespace
}  // namespace fft::testing
