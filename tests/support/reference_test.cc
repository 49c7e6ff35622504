#include "tests/support/reference.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/error_norms.h"
#include "tests/support/naive_dft.h"

namespace fft::testing {
namespace {

Problem MakeProblem(TransformType type, std::vector<int64_t> lengths, int64_t batch) {
  Problem problem;
  problem.type = type;
  problem.lengths = std::move(lengths);
  problem.batch = batch;
  return problem;
}

TEST(NaiveDftTest, KnownSpectra) {
  const Problem problem = MakeProblem(TransformType::kComplexForward, {4}, 1);
  // An impulse at 1 turns into the roots of unity, a constant into an impulse.
  EXPECT_LT(Compare<long double>(NaiveDft(problem, {0, 0, 1, 0, 0, 0, 0, 0}),
                                 {1, 0, 0, -1, -1, 0, 0, 1}, 2)
                .linf,
            1e-18);
  EXPECT_LT(
      Compare<long double>(NaiveDft(problem, {1, 0, 1, 0, 1, 0, 1, 0}), {4, 0, 0, 0, 0, 0, 0, 0}, 2)
          .linf,
      1e-18);
}

class ComplexTest
    : public ::testing::TestWithParam<std::tuple<TransformType, std::vector<int64_t>>> {};

TEST_P(ComplexTest, FftwAgreesWithTheDefinition) {
  Problem problem = MakeProblem(std::get<0>(GetParam()), std::get<1>(GetParam()), 3);
  problem.scale = 0.75;
  const auto input = RandomInput<long double>(problem, 1);
  const auto expected = NaiveDft(problem, input);
  EXPECT_LT(Compare(ReferenceTransform(problem, input), expected, 2).linf, 1e-17);
  const std::vector<double> narrow(input.begin(), input.end());
  const std::vector<double> narrow_expected(expected.begin(), expected.end());
  EXPECT_LT(Compare(ReferenceTransform(problem, narrow), narrow_expected, 2).linf, 1e-14);
}

INSTANTIATE_TEST_SUITE_P(All, ComplexTest,
                         ::testing::Combine(::testing::Values(TransformType::kComplexForward,
                                                              TransformType::kComplexInverse),
                                            ::testing::Values(std::vector<int64_t>{1},
                                                              std::vector<int64_t>{12},
                                                              std::vector<int64_t>{4, 6},
                                                              std::vector<int64_t>{3, 1, 5})));

TEST(ReferenceTest, RealForwardIsHalfTheComplexSpectrum) {
  const Problem real = MakeProblem(TransformType::kRealForward, {3, 6}, 2);
  const auto input = RandomInput<double>(real, 2);
  ASSERT_EQ(input.size(), 36u);
  std::vector<double> widened;
  for (double value : input) widened.insert(widened.end(), {value, 0.0});
  const Problem complex = MakeProblem(TransformType::kComplexForward, {3, 6}, 2);
  const auto full = ReferenceTransform(complex, widened);
  std::vector<double> expected;
  for (int row = 0; row < 6; ++row) {
    expected.insert(expected.end(), full.begin() + row * 12, full.begin() + row * 12 + 8);
  }
  EXPECT_LT(Compare(ReferenceTransform(real, input), expected, 2).linf, 1e-15);
}

TEST(ReferenceTest, RealInverseUndoesRealForward) {
  const Problem inverse = MakeProblem(TransformType::kRealInverse, {4, 5}, 2);
  const auto spectrum = RandomInput<double>(inverse, 3);
  ASSERT_EQ(spectrum.size(), 2u * 4 * 3 * 2);
  Problem forward = MakeProblem(TransformType::kRealForward, {4, 5}, 2);
  forward.scale = 1.0 / 20;
  const auto back = ReferenceTransform(forward, ReferenceTransform(inverse, spectrum));
  EXPECT_LT(Compare(back, spectrum, 2).linf, 1e-15);
}

TEST(RandomInputTest, IsUniformAndReproducible) {
  const Problem problem = MakeProblem(TransformType::kComplexForward, {10000}, 1);
  const auto values = RandomInput<double>(problem, 7);
  EXPECT_EQ(values, RandomInput<double>(problem, 7));
  EXPECT_NE(values, RandomInput<double>(problem, 8));
  double mean = 0, variance = 0;
  for (double value : values) {
    EXPECT_GE(value, -0.5);
    EXPECT_LE(value, 0.5);
    mean += value / values.size();
    variance += value * value / values.size();
  }
  EXPECT_NEAR(mean, 0, 0.01);
  EXPECT_NEAR(variance, 1.0 / 12, 0.002);
}

}  // namespace
}  // namespace fft::testing
