// Tests the functions of properties.h on transforms that are computed by the definition.
#include "tests/property/properties.h"

#include <cmath>

#include "gtest/gtest.h"
#include "tests/property/random_problem.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

void ExpectEqual(const Values& a, const Values& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12) << i;
}

TEST(PropertiesTest, HoldForTheReference) {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Problem problem = RandomProblem(60, &random);
    if (!HasShifts(problem)) continue;
    SCOPED_TRACE(ToToken(problem));
    const Values x = RandomInput<long double>(problem, 1);
    const Values y = ReferenceTransform(problem, x);
    for (int axis = 0; axis < static_cast<int>(problem.lengths.size()); ++axis) {
      const Shift shift{axis, problem.lengths[axis] / 2};
      ExpectEqual(ReferenceTransform(problem, ShiftedInput(problem, shift, x)),
                  ShiftedOutput(problem, shift, y));
    }
    long double points = 1;
    for (const int64_t length : problem.lengths) points *= static_cast<long double>(length);
    const long double expected = points * problem.scale * problem.scale * InputEnergy(problem, x);
    EXPECT_NEAR(OutputEnergy(problem, y), expected, 1e-12L * (1 + expected));
  }
}

TEST(PropertiesTest, ShiftAndRotationByHand) {
  Problem problem;
  problem.lengths = {4};
  problem = CompleteProblem(problem).value();
  const Values x = {1, 0, 2, 0, 3, 0, 4, 0};
  ExpectEqual(ShiftedInput(problem, {0, 1}, x), {4, 0, 1, 0, 2, 0, 3, 0});
  ExpectEqual(ShiftedOutput(problem, {0, 1}, x), {1, 0, 0, -2, -3, 0, 0, 4});
  EXPECT_EQ(InputEnergy(problem, x), 30);
}

TEST(RandomProblemTest, ReachesEverythingAndStaysSmall) {
  Random random(3);
  int real = 0, planar = 0, in_place = 0, callbacks = 0, strided = 0, scaled = 0, three = 0,
      ranged = 0;
  for (int i = 0; i < 2000; ++i) {
    const Problem problem = RandomProblem(300, &random);
    int64_t points = problem.batch;
    for (const int64_t length : problem.lengths) points *= length;
    EXPECT_LE(points, 300) << ToToken(problem);
    real += IsReal(problem.type);
    planar += IsPlanar(problem.input.format);
    in_place += problem.placement == Placement::kInPlace;
    callbacks += problem.has_callbacks;
    strided += problem.input.strides.back() != 1;
    scaled += problem.scale != 1;
    three += problem.lengths.size() == 3;
    ranged += HasRanges(problem);
  }
  for (const int count : {real, planar, in_place, callbacks, strided, scaled, three, ranged}) {
    EXPECT_GT(count, 150);
  }
}

TEST(RandomProblemTest, ASeedGivesTheSameProblems) {
  Random a(5), b(5);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(RandomProblem(100, &a), RandomProblem(100, &b));
}

}  // namespace
}  // namespace fft::testing
