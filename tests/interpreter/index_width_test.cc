// Tests that a kernel computes indices in 32 bits if and only if 32 bits provably suffice.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "fft/codegen/interp/index_ranges.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/generate.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using kernels::IndexWidth;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Returns the expressions that would not provably fit if the kernel computed in 32 bits.
std::vector<std::string> Overflows(kernels::PlannedKernel planned) {
  planned.spec.index = IndexWidth::k32;
  const auto kernel = kernels::GenerateKernel(planned.spec);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  codegen::IndexLaunch launch;
  launch.grid = planned.blocks;
  for (const kernels::KernelArgument& argument : planned.arguments) {
    if (argument.kind() == kernels::ParameterKind::kIndex) {
      launch.scalars[argument.parameter.name()] = argument.value;
    }
  }
  return codegen::FindIndexOverflows(*kernel, launch);
}

// Returns the kernels of a problem. A 2D problem takes row and column kernels. The kernel for whole
// planes is left out, since the ranges found for its guarded indices are wider than the indices.
std::vector<kernels::PlannedKernel> Kernels(const std::string& token, const std::string& target) {
  const Problem problem = ParseToken(token).value();
  PlanOptions options;
  if (problem.lengths.size() == 2) options.scheme = SchemeKind::k2dRc;
  const auto plan = DescribePlan(problem, FindTarget(target).value(), options);
  EXPECT_TRUE(plan.ok()) << token << ": " << plan.status();
  return plan->kernels;
}

class IndexWidthTest : public ::testing::TestWithParam<const char*> {};

// '@' in a token is replaced by a number near 2^31.
TEST_P(IndexWidthTest, IsNarrowExactlyWhereThatIsEnough) {
  for (const char* pattern :
       {"complex_forward_len_16_single_op_batch_2_istride_1_CI_ostride_1_CI_idist_@_odist_16",
        "complex_inverse_len_16_double_op_batch_2_istride_1_CI_ostride_1_CI_idist_16_odist_@",
        "complex_forward_len_2_single_ip_batch_1_istride_@_CI_ostride_@_CI",
        "complex_forward_len_60_single_op_batch_2_istride_1_CP_ostride_1_CI_idist_@_odist_60",
        "complex_forward_len_12_3_single_op_batch_2_istride_1_12_CI_ostride_3_1_CI_idist_@_"
        "odist_36"}) {
    int narrow = 0, wide = 0;
    for (int64_t below = 0; below < 96; below += below < 64 ? 1 : 8) {
      const std::string token =
          absl::StrReplaceAll(pattern, {{"@", absl::StrCat((int64_t{1} << 31) - below)}});
      for (const kernels::PlannedKernel& kernel : Kernels(token, GetParam())) {
        const bool is_narrow = kernel.spec.index == IndexWidth::k32;
        (is_narrow ? narrow : wide) += 1;
        EXPECT_EQ(Overflows(kernel).empty(), is_narrow) << token << "\n" << kernel.name;
        EXPECT_THAT(kernel.name, HasSubstr(is_narrow ? "_i32" : "_i64"));
      }
    }
    EXPECT_GT(narrow, 0) << pattern;
    EXPECT_GT(wide, 0) << pattern;
  }
}

TEST_P(IndexWidthTest, NarrowKernelsOfLargeTransformsDoNotOverflow) {
  for (const char* token :
       {"complex_forward_len_16777216_single_op", "complex_forward_len_1073741824_single_op",
        "complex_inverse_len_32768_32768_single_ip",
        "complex_forward_len_1024_1024_1024_single_op_batch_2"}) {
    for (const kernels::PlannedKernel& kernel : Kernels(token, GetParam())) {
      if (kernel.spec.index == IndexWidth::k32) {
        EXPECT_THAT(Overflows(kernel), IsEmpty()) << token << "\n" << kernel.name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, IndexWidthTest, ::testing::Values("gfx90a", "sm_90", "host"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::testing
