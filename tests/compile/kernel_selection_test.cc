#include "tests/compile/kernel_selection.h"

#include "gtest/gtest.h"

namespace fft::testing {
namespace {

kernels::PlannedKernel MakeKernel(const std::string& name, int64_t length,
                                  std::vector<int> factors) {
  kernels::PlannedKernel kernel;
  kernel.name = name;
  kernel.spec.length = length;
  kernel.spec.factors = std::move(factors);
  return kernel;
}

std::vector<std::string> Names(const std::vector<kernels::PlannedKernel>& kernels) {
  std::vector<std::string> names;
  for (const kernels::PlannedKernel& kernel : kernels) names.push_back(kernel.name);
  return names;
}

TEST(DistinctKernelsTest, KeepsTheFirstOfEachName) {
  EXPECT_EQ(Names(DistinctKernels(
                {MakeKernel("a", 4, {4}), MakeKernel("b", 8, {8}), MakeKernel("a", 4, {4})})),
            (std::vector<std::string>{"a", "b"}));
}

TEST(FeaturesTest, PrecisionAndTilingTellKernelsApart) {
  kernels::KernelSpec single = MakeKernel("a", 16, {4, 4}).spec;
  kernels::KernelSpec twice = single;
  twice.precision = Precision::kDouble;
  kernels::KernelSpec columns = single;
  columns.tiling = Tiling::kColCol;
  EXPECT_EQ(Features(single), Features(single));
  EXPECT_NE(Features(single), Features(twice));
  EXPECT_NE(Features(single), Features(columns));
}

TEST(CoveringSubsetTest, LeavesOutWhatAddsNothing) {
  const auto subset = CoveringSubset({MakeKernel("short", 16, {16}), MakeKernel("prime", 7, {7}),
                                      MakeKernel("long", 256, {16, 16})});
  EXPECT_EQ(Names(subset), (std::vector<std::string>{"long", "prime"}));
}

TEST(CoveringSubsetTest, CoversEveryFeature) {
  std::vector<kernels::PlannedKernel> kernels;
  for (int radix = 2; radix <= 16; ++radix) {
    kernels.push_back(MakeKernel(std::to_string(radix), 2 * radix, {radix, 2}));
  }
  std::set<std::string> all, covered;
  for (const auto& kernel : kernels) all.merge(Features(kernel.spec));
  for (const auto& kernel : CoveringSubset(kernels)) covered.merge(Features(kernel.spec));
  EXPECT_EQ(all, covered);
}

}  // namespace
}  // namespace fft::testing
