#include "tests/support/error_norms.h"

#include <cmath>

#include "gtest/gtest.h"

namespace fft::testing {
namespace {

TEST(CompareTest, NormsAreRelative) {
  // The reference has the moduli 5 and 10, and one difference has the modulus 1.
  const ErrorNorms norms = Compare<double>({3, 4, 6, 9}, {3, 4, 6, 8}, 2);
  EXPECT_DOUBLE_EQ(norms.l2, std::sqrt(1.0 / 125));
  EXPECT_DOUBLE_EQ(norms.linf, 0.1);
}

TEST(CompareTest, ComponentsOfRealSidesAreElements) {
  const ErrorNorms norms = Compare<double>({1, 2}, {1, 4}, 1);
  EXPECT_DOUBLE_EQ(norms.linf, 0.5);
}

TEST(CompareTest, ZeroReferenceIsComparedAbsolutely) {
  EXPECT_DOUBLE_EQ(Compare<double>({0, 0.5}, {0, 0}, 2).linf, 0.5);
  EXPECT_DOUBLE_EQ(Compare<double>({0, 0}, {0, 0}, 2).l2, 0);
}

TEST(CompareTest, NotANumberAndInfinityNeverPass) {
  EXPECT_FALSE(Passes(Compare<double>({NAN, 0}, {1, 0}, 2), 1e300));
  EXPECT_FALSE(Passes(Compare<double>({INFINITY, 0}, {1, 0}, 2), 1e300));
  EXPECT_FALSE(Passes(Compare<double>({1, 0}, {1, 0, 0, 0}, 2), 1e300));
}

TEST(PassesTest, BothNormsCount) {
  EXPECT_TRUE(Passes({1.0, 4.0}, 1.0));
  EXPECT_FALSE(Passes({1.01, 0.0}, 1.0));
  EXPECT_FALSE(Passes({0.5, 4.01}, 1.0));
}

TEST(GateTest, FollowsPrecisionSizeAndScheme) {
  Problem problem;
  problem.lengths = {16, 16};
  PlanNode leaf;
  PlanNode plan;
  plan.scheme = SchemeKind::k2dRc;
  plan.children = {leaf, leaf};
  EXPECT_DOUBLE_EQ(Gate(problem, plan), 1.5 * std::ldexp(1, -24) * std::sqrt(8));
  plan.children[1].scheme = SchemeKind::kL1dCc;
  EXPECT_DOUBLE_EQ(Gate(problem, plan), 3 * std::ldexp(1, -24) * std::sqrt(8));
  problem.lengths = {1};
  problem.precision = Precision::kDouble;
  EXPECT_DOUBLE_EQ(Gate(problem, leaf), 1.5 * std::ldexp(1, -53));
  problem.precision = Precision::kHalf;
  EXPECT_DOUBLE_EQ(Gate(problem, leaf), 1.5 * std::ldexp(1, -11));
}

TEST(ScatterTest, FadesWithTheNumberOfValues) {
  EXPECT_DOUBLE_EQ(Scatter(0), 2);
  EXPECT_DOUBLE_EQ(Scatter(4), 1.5);
  EXPECT_LT(Scatter(10000), 1.011);
}

TEST(GateTest, AScaleRoundsTwiceUnlessItIsAPowerOfTwo) {
  Problem problem;
  problem.lengths = {4};
  const PlanNode leaf;
  for (const double exact : {1.0, 2.0, -0.25}) {
    problem.scale = exact;
    EXPECT_DOUBLE_EQ(Gate(problem, leaf), 1.5 * std::ldexp(1, -24) * std::sqrt(2)) << exact;
  }
  for (const double rounded : {1.0 / 3, -1.5}) {
    problem.scale = rounded;
    EXPECT_DOUBLE_EQ(Gate(problem, leaf), 1.5 * std::ldexp(1, -24) * std::sqrt(4)) << rounded;
  }
}

}  // namespace
}  // namespace fft::testing
