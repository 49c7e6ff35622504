// Numbers near the largest finite one: transforms whose results are at most 0.45 of it stay finite
// on every path (plain, Rader, Bluestein in one kernel and in several, real by half the length and
// in full), as FFTW's do.
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/fft.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

// The conversions of real transforms add two numbers of the results' size before they halve.
constexpr float kLarge = 0.45f * std::numeric_limits<float>::max();

bool IsFinite(const std::vector<float>& values) {
  for (float value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

class LargeValuesTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    EnvironmentOptions options = ReadEnvironment();
    options.device = "host";
    auto context = Context::Create(options);
    ASSERT_TRUE(context.ok()) << context.status();
    context_ = *context;
  }

  // Every value of the result has the magnitude of the one number that is not zero, or the first
  // has the sum of all.
  void ExpectFinite(const char* kind) {
    const int length = GetParam();
    const auto problem = ParseToken(absl::StrCat(kind, "_len_", length, "_single_op"));
    ASSERT_TRUE(problem.ok()) << problem.status();
    auto made = context_->MakePlan(*problem);
    ASSERT_TRUE(made.ok()) << made.status();
    const auto plan = WithOwnWorkspace(context_, *std::move(made));
    ASSERT_TRUE(plan.ok()) << plan.status();
    std::vector<float> in(2 * length + 2), out(2 * length + 2);
    in[0] = kLarge;
    ASSERT_TRUE((*plan)->Execute({.in = in.data(), .out = out.data()}).ok());
    EXPECT_TRUE(IsFinite(out)) << kind << ": one large number";
    EXPECT_NEAR(out[0] / kLarge, 1, 1e-4);
    // Imaginary parts, where there are any, are zero.
    const int step = problem->type == TransformType::kRealForward ? 1 : 2;
    for (int i = 0; i < length; ++i) in[i * step] = kLarge / static_cast<float>(length);
    ASSERT_TRUE((*plan)->Execute({.in = in.data(), .out = out.data()}).ok());
    EXPECT_TRUE(IsFinite(out)) << kind << ": equal numbers";
    EXPECT_NEAR(out[0] / kLarge, 1, 1e-4);
  }

  std::shared_ptr<Context> context_;
};

TEST_P(LargeValuesTest, Complex) { ExpectFinite("complex_forward"); }
TEST_P(LargeValuesTest, RealForward) { ExpectFinite("real_forward"); }
TEST_P(LargeValuesTest, RealInverse) { ExpectFinite("real_inverse"); }

INSTANTIATE_TEST_SUITE_P(Lengths, LargeValuesTest, ::testing::Values(8, 60, 59, 509, 1018, 4099));

}  // namespace
}  // namespace fft::testing
