#include "fft/core/resource_table.h"

#include "absl/strings/str_cat.h"
#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::string Table(const std::string& more) {
  std::string text = "# comment\nfigure a b\n";
#define FFT_ROW(name) absl::StrAppend(&text, #name, " 1 2 # comment\n");
  FFT_RESOURCE_FIGURES(FFT_ROW)
#undef FFT_ROW
  return text + more;
}

TEST(Resources, OfEveryGpuStandInTheTable) {
  int gpus = 0;
  for (const Target& target : Targets()) {
    const bool is_gpu = !target.is_cpu();
    EXPECT_EQ(LibraryResources().count(target.name), is_gpu ? 1u : 0u) << target.name;
    if (!is_gpu) continue;
    ++gpus;
    EXPECT_EQ(target.resources, LibraryResources().at(target.name)) << target.name;
    EXPECT_GT(target.resources.full_exchange_groups, 0) << target.name;
    EXPECT_GE(target.resources.comfort, target.resources.least) << target.name;
  }
  EXPECT_EQ(std::ssize(LibraryResources()), gpus) << "a column of no target";
}

TEST(Resources, AreReadOrRefusedByLine) {
  const auto table = ParseResources(Table(""));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(table->at("a").comfort, 1);
  EXPECT_EQ(table->at("b").enough_waves, 2);
  const auto fault = [](const std::string& text) {
    return std::string(ParseResources(text).status().message());
  };
  EXPECT_EQ(fault("figures a"),
            "resources line 1 is figures; allowed: figure and the names of targets");
  EXPECT_EQ(fault("figure a\nsize 1"), "resources line 2 is size; allowed: the name of a figure");
  EXPECT_EQ(fault("figure a b\nleast 1"),
            "resources line 2 is 1 numbers; allowed: 2, one a target");
  EXPECT_EQ(fault("figure a\nleast -1"), "resources line 2 is -1; allowed: a number, 0 or more");
  EXPECT_EQ(fault("figure a\nleast 1\nleast 1"),
            "resources line 3 is least; allowed: each figure once");
  EXPECT_EQ(fault("figure a\nleast 1"),
            "resources is no spare_points; allowed: a row of each figure");
}

// The registers that kernels need and their exchanges follow from the figures of the target.
TEST(Resources, DecideWhatFits) {
  Target target = *FindTarget("sm_90");
  const std::vector<int> factors = {27, 27, 27};
  const RegisterNeed need = RegistersNeeded(factors, 27, Precision::kSingle, target);
  EXPECT_EQ(need.least, 27 * 2 + 6 * 2 + 20);
  EXPECT_EQ(need.comfortable, 27 * 2 + 6 * 2 + 45);
  target.resources.least = 10;
  EXPECT_EQ(RegistersNeeded(factors, 27, Precision::kSingle, target).least, need.least - 10);
  const KernelShapeRequest request{4096, Precision::kSingle, Tiling::kRowRow, 1000};
  target = *FindTarget("sm_80");
  ASSERT_EQ(ModelKernelShape(request, target)->exchange, Exchange::kFull);
  target.resources.full_exchange_groups = 20;
  EXPECT_EQ(ModelKernelShape(request, target)->exchange, Exchange::kHalf);
}

}  // namespace
}  // namespace fft
