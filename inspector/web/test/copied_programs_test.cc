// The C++ programs that the page copies, compiled and run: each makes the plan of its token.
#include <string>

#include "fft/fft.h"
#include "gtest/gtest.h"

#define main Program0
#include "inspector/web/test/copied/program0.inc"
#undef main
#define main Program1
#include "inspector/web/test/copied/program1.inc"
#undef main
#define main Program2
#include "inspector/web/test/copied/program2.inc"
#undef main
#define main Program3
#include "inspector/web/test/copied/program3.inc"
#undef main
#define main Program4
#include "inspector/web/test/copied/program4.inc"
#undef main
#define main Program5
#include "inspector/web/test/copied/program5.inc"
#undef main
#define main Program6
#include "inspector/web/test/copied/program6.inc"
#undef main
#define main Program7
#include "inspector/web/test/copied/program7.inc"
#undef main
#define main Program8
#include "inspector/web/test/copied/program8.inc"
#undef main
#define main Program9
#include "inspector/web/test/copied/program9.inc"
#undef main

namespace fft::inspector {
namespace {

struct Copied {
  const char* token;
  int (*run)();
};

class CopiedProgramsTest : public ::testing::TestWithParam<Copied> {};

TEST_P(CopiedProgramsTest, MakesThePlanOfItsToken) {
  ::testing::internal::CaptureStdout();
  const int code = GetParam().run();
  std::string printed = ::testing::internal::GetCapturedStdout();
  ASSERT_EQ(code, 0);
  while (printed.ends_with("\n")) printed.pop_back();
  const absl::StatusOr<Problem> made = ParseToken(printed);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(*made, *ParseToken(GetParam().token));
}

INSTANTIATE_TEST_SUITE_P(
    Recipes, CopiedProgramsTest,
    ::testing::Values(
        Copied{"complex_forward_len_16_single_op", Program0},
        Copied{"complex_inverse_len_64_48_double_ip_batch_3_scale_0.5", Program1},
        Copied{"real_forward_len_240_half_op", Program2},
        Copied{"real_inverse_len_16_12_single_op", Program3},
        Copied{"complex_forward_len_16_16_single_op_istride_40_2_CI_ostride_16_1_CI", Program4},
        Copied{"complex_forward_len_32_double_op_istride_1_CP_ostride_1_CP", Program5},
        Copied{"complex_forward_len_4096_single_op", Program6},
        Copied{"complex_forward_len_4096_single_op_batch_2", Program7},
        Copied{"complex_forward_len_32_16_24_double_ip", Program8},
        Copied{"complex_forward_len_64_64_single_op", Program9}));

}  // namespace
}  // namespace fft::inspector
