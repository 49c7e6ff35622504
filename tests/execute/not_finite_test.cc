// Infinities and NaNs of one transform do not reach other transforms. Real inverse transforms
// ignore imaginary parts that are zero in every spectrum of reals.
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

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class NotFiniteTest : public ::testing::TestWithParam<const char*> {
 protected:
  // Makes the plan for a type of transform with the test's lengths, and an input for the plan.
  void MakePlan(const std::string& type, int64_t batch) {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    const auto context = Context::Create(options);
    ASSERT_TRUE(context.ok()) << context.status();
    const auto problem =
        ParseToken(absl::StrCat(type, "_len_", GetParam(), "_single_op_batch_", batch));
    ASSERT_TRUE(problem.ok()) << problem.status();
    auto made = (*context)->MakePlan(*problem);
    ASSERT_TRUE(made.ok()) << made.status();
    auto plan = WithOwnWorkspace(*context, *std::move(made));
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *std::move(plan);
    row_ = Reals(problem->input);
    in_.resize(batch * row_);
    for (size_t i = 0; i < in_.size(); ++i) in_[i] = std::sin(1.7f * i + 1);
  }

  std::vector<float> Execute() {
    std::vector<float> out(plan_->problem().batch * Reals(plan_->problem().output));
    const absl::Status status = plan_->Execute({.in = in_.data(), .out = out.data()});
    EXPECT_TRUE(status.ok()) << status;
    return out;
  }

  // Returns the number of reals in one row of a side.
  static int64_t Reals(const ArrayDescription& array) {
    return array.distance * (array.format == ArrayFormat::kReal ? 1 : 2);
  }

  std::shared_ptr<const Plan> plan_;
  int64_t row_ = 0;
  std::vector<float> in_;
};

TEST_P(NotFiniteTest, OtherTransformsOfTheBatchKeepTheirBits) {
  constexpr int kRows = 5, kBad = 2;
  for (const char* type : {"complex_forward", "real_forward", "real_inverse"}) {
    MakePlan(type, kRows);
    if (HasFatalFailure()) return;
    if (plan_->problem().type != TransformType::kComplexForward &&
        plan_->problem().lengths.back() % 2 != 0) {
      continue;  // two real transforms are computed as one complex transform
    }
    const std::vector<float> expected = Execute();
    const size_t row = expected.size() / kRows;
    for (const float value : {kNan, kInfinity}) {
      in_[kBad * row_ + 1] = value;
      const std::vector<float> out = Execute();
      bool is_finite = true;
      for (size_t i = 0; i < out.size(); ++i) {
        if (i / row == kBad) {
          is_finite = is_finite && std::isfinite(out[i]);
        } else {
          ASSERT_EQ(out[i], expected[i]) << ToToken(plan_->problem()) << " at " << i;
        }
      }
      EXPECT_EQ(is_finite, plan_->problem().type == TransformType::kRealInverse)
          << ToToken(plan_->problem());
    }
  }
}

TEST_P(NotFiniteTest, RealInversesIgnoreImaginaryPartsOfRealBins) {
  MakePlan("real_inverse", 1);
  if (HasFatalFailure()) return;
  const std::vector<int64_t>& lengths = plan_->problem().lengths;
  std::vector<float*> ignored = {&in_[1]};
  if (lengths.size() == 1 && lengths[0] % 2 == 0) ignored.push_back(&in_[lengths[0] + 1]);
  for (float* part : ignored) *part = 0;
  const std::vector<float> expected = Execute();
  for (float* part : ignored) *part = kNan;
  EXPECT_EQ(Execute(), expected) << GetParam();
}

// The lengths, in this order: one kernel; Rader; Bluestein in one kernel and in several; several
// kernels; several dimensions.
INSTANTIATE_TEST_SUITE_P(Lengths, NotFiniteTest,
                         ::testing::Values("1", "2", "8", "45", "1024", "59", "1009", "1018",
                                           "4099", "16384", "65536", "6_8", "8_60", "15_21",
                                           "4_6_8"));

}  // namespace
}  // namespace fft::testing
