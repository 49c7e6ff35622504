// Interprets persistent kernels as a GPU of two compute units would run them. A workgroup computes
// several tiles, and loads the points of the next tile while it computes a tile.
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/shapes/asked_shape.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/interpreter/expect_right.h"
#include "tests/interpreter/interpret_transform.h"

namespace fft::testing {
namespace {

using kernels::GroupOrder;
using kernels::PlannedKernel;

struct PersistentCase {
  friend void PrintTo(const PersistentCase& c, std::ostream* out) { *out << c.token; }
  const char* token;
  const char* shapes;
  int falling = 0;                  // the number of persistent kernels that do the last tiles first
  std::vector<int64_t> parts = {};  // the factors of a 1D transform of two kernels
};

class PersistentTest : public ::testing::TestWithParam<PersistentCase> {};

Target TwoUnits() {
  Target target = SmallTarget();
  target.compute_units = 2;
  target.copies_async = true;
  target.lds_bytes = 4096;
  return target;
}

int64_t ArgumentOf(const PlannedKernel& kernel, kernels::ParameterId id) {
  for (const kernels::KernelArgument& argument : kernel.arguments) {
    if (argument.parameter.id == id) return argument.value;
  }
  return 0;
}

TEST_P(PersistentTest, IsRightTileAfterTile) {
  PlanOptions options;
  options.shapes = ParseAskedShapes(GetParam().shapes).value();
  if (!GetParam().parts.empty()) {
    options.scheme = SchemeKind::kL1dCr;
    options.factors = GetParam().parts;
  }
  const auto plan = DescribePlan(ParseToken(GetParam().token).value(), TwoUnits(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  int persistent = 0, falling = 0;
  for (const PlannedKernel& kernel : plan->kernels) {
    if (!IsPersistent(kernel.spec)) continue;
    ++persistent;
    falling += kernel.spec.group_order == GroupOrder::kFalling ? 1 : 0;
    EXPECT_LE(kernel.blocks, 2);
    EXPECT_GT(ArgumentOf(kernel, kernels::ParameterId::kTiles), 2 * kernel.blocks) << kernel.name;
  }
  EXPECT_GT(persistent, 0);
  EXPECT_EQ(falling, GetParam().falling);
  ExpectRight(*plan, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, PersistentTest,
    ::testing::Values(
        PersistentCase{"complex_forward_len_48_single_op_batch_21", "48:persistent=1"},
        PersistentCase{"complex_inverse_len_48_double_ip_batch_17_scale_0.5",
                       "48:persistent=1,exchange=half,factors=4x12,threads=4"},
        PersistentCase{"complex_forward_len_30_single_op_batch_41_istride_2_CI_ostride_3_CI_idist_"
                       "61_odist_95_ioffset_1_0_ooffset_2_0",
                       "30:persistent=1,exchange=full,factors=5x6,threads=3,transforms=3"},
        // Only complex numbers are copied asynchronously; other elements are copied synchronously.
        PersistentCase{"complex_forward_len_24_single_op_batch_31_istride_1_CP_ostride_1_CI",
                       "24:persistent=1"}));

INSTANTIATE_TEST_SUITE_P(
    Columns, PersistentTest,
    ::testing::Values(
        PersistentCase{"complex_forward_len_24_31_single_op_batch_5",
                       "24:persistent=1,transforms=2", 1},
        // A tile continues in the next plane.
        PersistentCase{"complex_forward_len_24_5_24_single_op_batch_3",
                       "24:persistent=1,transforms=4", 1},
        PersistentCase{"complex_inverse_len_24_7_24_single_ip", "24:persistent=1,transforms=2", 1},
        // The plan has a column kernel and a row kernel with large twiddles.
        PersistentCase{"complex_forward_len_720_single_op_batch_2",
                       "30:persistent=1;24:persistent=1",
                       1,
                       {30, 24}},
        PersistentCase{
            "complex_inverse_len_900_double_op_batch_3", "30:persistent=1", 1, {30, 30}}));

TEST(PersistentShapes, AreRefusedWhereTheyCannotBe) {
  const auto status_of = [](const char* token, const char* shapes, const Target& target) {
    PlanOptions options;
    options.shapes = ParseAskedShapes(shapes).value();
    return DescribePlan(ParseToken(token).value(), target, options).status();
  };
  const char* const lines = "complex_forward_len_48_single_op_batch_21";
  const absl::Status refused = status_of(lines, "48:persistent=1", SmallTarget());
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.message()),
              ::testing::StartsWith("options.shapes[0].persistent is 1; allowed: 0, or 1 of "));
  EXPECT_FALSE(status_of(lines, "48:persistent=1,exchange=inplace", TwoUnits()).ok());
  EXPECT_FALSE(
      status_of("real_forward_len_48_single_op_batch_21", "48:persistent=1", TwoUnits()).ok());
  EXPECT_FALSE(
      status_of("complex_forward_len_48_half_op_batch_21", "48:persistent=1", TwoUnits()).ok());
}

}  // namespace
}  // namespace fft::testing
