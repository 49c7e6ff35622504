#include "fft/plan/share_scale.h"

#include <string>
#include <vector>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

std::vector<double> Factors(const std::string& token, const std::string& target = "sm_90") {
  const auto problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  const auto tree = MakePlanTree(*problem, *FindTarget(target), {}, nullptr);
  EXPECT_TRUE(tree.ok()) << tree.status();
  std::vector<double> factors;
  for (const PlanNode* leaf : Leaves(*tree)) factors.push_back(leaf->scale);
  return factors;
}

double Product(const std::vector<double>& factors) {
  double product = 1;
  for (double factor : factors) product *= factor;
  return product;
}

TEST(ShareScale, LeavesTheWholeScaleToTheLastLeaf) {
  EXPECT_THAT(Factors("complex_forward_len_256_256_single_op_scale_0.25"), ElementsAre(1, 0.25));
  EXPECT_THAT(Factors("complex_forward_len_256_256_bfloat16_op_scale_0.25"), ElementsAre(1, 0.25));
  EXPECT_THAT(Factors("complex_forward_len_256_256_half_op"), ElementsAre(1, 1));
  EXPECT_THAT(Factors("complex_forward_len_256_256_half_op_scale_4"), ElementsAre(1, 4));
}

TEST(ShareScale, DividesHalvesByPointsAsTheyAreSummed) {
  const std::string token = "complex_forward_len_256_512_half_op_scale_";
  EXPECT_THAT(Factors(token + "7.62939453125e-06"), ElementsAre(1.0 / 512, 1.0 / 256));
  // The leaves together divide by no more than the scale does.
  EXPECT_THAT(Factors(token + "0.0078125"), ElementsAre(1.0 / 128, 1));
  EXPECT_THAT(Factors(token + "-0.0078125"), ElementsAre(1.0 / 128, -1));
  EXPECT_THAT(Factors(token + "9.5367431640625e-07"), ElementsAre(1.0 / 512, 1.0 / 2048));
}

// A conversion of pairs adds two numbers, whether it is a kernel of its own or part of a transform.
TEST(ShareScale, CountsPairsAsReals) {
  EXPECT_THAT(Factors("real_forward_len_8_60_half_op_scale_0.001", "host"),
              ElementsAre(DoubleEq(1.0 / 60), DoubleEq(0.06)));
  EXPECT_THAT(Factors("real_inverse_len_8192_half_op_scale_0.01", "host"),
              ElementsAre(DoubleEq(0.5), DoubleEq(0.02)));
}

// Before the filter, a spectrum of 100003 points is divided by 316 (the square root), or by the
// number of points summed so far if that is less. After the filter it is multiplied back.
TEST(ShareScale, DividesSpectraOfConvolutionsAndMultipliesThemBack) {
  const std::vector<double> factors = Factors("complex_forward_len_100003_half_op");
  ASSERT_EQ(factors.size(), 5u);
  EXPECT_THAT(factors[0], DoubleEq(1));
  EXPECT_LE(factors[1], 1.0 / 100);
  EXPECT_THAT(factors[1] * factors[2], DoubleEq(1));
  EXPECT_THAT(factors[4], DoubleEq(1));
}

TEST(ShareScale, MultipliesByTheScaleInAll) {
  for (const char* target : {"host", "sm_90", "gfx90a"}) {
    for (const char* token :
         {"complex_forward_len_65536_half_op_scale_0.001",
          "real_forward_len_131072_half_op_scale_3",
          "real_inverse_len_100003_half_op_scale_0.00001", "complex_inverse_len_60_100003_half_op",
          "real_forward_len_30_40_50_half_ip_scale_-0.01"}) {
      const double product = Product(Factors(token, target));
      EXPECT_NEAR(product / ParseToken(token)->scale, 1, 1e-14) << token << " on " << target;
    }
  }
}

}  // namespace
}  // namespace fft
