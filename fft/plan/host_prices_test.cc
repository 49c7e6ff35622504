// Checks properties of the predicted times of a CPU's plans over many lengths. A term of the model
// that is far off breaks one of these properties.
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// Lengths grow by 1 up to kShort, then by the factor kStep up to kLongest.
constexpr int64_t kShort = 24, kLongest = 4096;
constexpr double kStep = 1.17;

int64_t Next(int64_t length) {
  return length < kShort ? length + 1 : static_cast<int64_t>(kStep * static_cast<double>(length));
}

double PredictedSeconds(const std::string& token) {
  const absl::StatusOr<Problem> problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << token << ": " << problem.status();
  if (!problem.ok()) return 0;
  const absl::StatusOr<PlanNode> tree = MakePlanTree(*problem, *FindTarget("host"), {}, nullptr);
  EXPECT_TRUE(tree.ok()) << token << ": " << tree.status();
  return tree.ok() ? tree->Seconds() : 0;
}

void ExpectAtMost(const std::string& token, double factor, const std::string& other) {
  EXPECT_LE(PredictedSeconds(token), factor * PredictedSeconds(other)) << token << " and " << other;
}

// Columns fill vectors with elements of different lines, rows with elements of one line. A prime
// length is a convolution of as many points in rows as in columns, so columns take no longer.
TEST(HostPrices, ColumnsOfPrimesTakeNoLongerThanRows) {
  constexpr int kLines = 16;
  constexpr int64_t kInFirstCache = 700;
  for (int64_t length = 37; length < kInFirstCache; length = Next(length)) {
    while (!IsPrime(length)) ++length;
    const std::string rows =
        absl::StrCat("complex_forward_len_", length, "_double_op_batch_", kLines);
    ExpectAtMost(
        absl::StrCat(rows, "_istride_", kLines, "_CI_ostride_", kLines, "_CI_idist_1_odist_1"),
        1.25, rows);
  }
}

// An inverse transform runs the mirror images of the forward transform's kernels in reverse order.
TEST(HostPrices, RealsTakeAsLongBack) {
  for (int64_t length = 4; length <= kLongest; length = Next(length)) {
    for (const char* precision : {"single", "double"}) {
      const std::string rest = absl::StrCat("_len_", length, "_", precision, "_op");
      ExpectAtMost("real_inverse" + rest, 1.2, "real_forward" + rest);
      ExpectAtMost("real_forward" + rest, 1.2, "real_inverse" + rest);
    }
  }
}

TEST(HostPrices, SinglePrecisionTakesNoLongerThanDouble) {
  for (int64_t length = 4; length <= kLongest; length = Next(length)) {
    for (const char* type : {"complex_forward", "real_forward"}) {
      const std::string start = absl::StrCat(type, "_len_", length);
      ExpectAtMost(start + "_single_op", 1.2, start + "_double_op");
    }
  }
}

// A real transform can be computed as a complex one between two conversions, so its price is
// limited.
TEST(HostPrices, RealsTakeLittleMoreThanComplexNumbers) {
  for (int64_t length = 4; length <= kLongest; length = Next(length)) {
    for (const char* precision : {"single", "double"}) {
      const std::string rest = absl::StrCat("_forward_len_", length, "_", precision, "_op");
      ExpectAtMost("real" + rest, 2, "complex" + rest);
    }
  }
}

}  // namespace
}  // namespace fft
