#include "tools/cli/plan_options.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

namespace fft::cli {
namespace {

absl::StatusOr<PlanOptions> Read(const std::vector<std::string>& arguments) {
  const absl::StatusOr<Flags> flags = ParseFlags(PlanOptionFlags(), arguments);
  EXPECT_TRUE(flags.ok()) << flags.status();
  return ChooseOptions(*flags);
}

TEST(PlanOptionsTest, EveryFlagIsAnOption) {
  const absl::StatusOr<PlanOptions> options =
      Read({"--strategy", "most_fusion", "--scheme", "L1D_TRTRT", "--factors", "64x32", "--shape",
            "64:threads=8", "--overwrite", "input,gaps", "--independent_rows"});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->strategy, Strategy::kMostFusion);
  EXPECT_EQ(options->scheme, SchemeKind::kL1dTrtrt);
  EXPECT_EQ(options->factors, (std::vector<int64_t>{64, 32}));
  ASSERT_EQ(options->shapes.size(), 1u);
  EXPECT_EQ(options->shapes[0].length, 64);
  EXPECT_TRUE(options->allow_input_overwrite);
  EXPECT_TRUE(options->allow_gap_overwrite);
  EXPECT_TRUE(options->independent_rows);
}

TEST(PlanOptionsTest, WithoutFlagsTheyAreTheUsualOnes) {
  const absl::StatusOr<PlanOptions> options = Read({});
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->strategy, PlanOptions().strategy);
  EXPECT_FALSE(options->scheme.has_value());
  EXPECT_FALSE(options->allow_input_overwrite);
  EXPECT_FALSE(options->allow_gap_overwrite);
  EXPECT_FALSE(options->independent_rows);
}

// The help of --shape names every member that a shape can have.
TEST(PlanOptionsTest, TheShapeFlagTellsEveryName) {
  std::string told;
  for (const FlagSpec& flag : PlanOptionFlags()) {
    if (flag.name == "shape") told = flag.help;
  }
  const std::string refusal(Read({"--shape", "64:abacus=1"}).status().message());
  const std::string allowed = "allowed: ";
  ASSERT_NE(refusal.find(allowed), std::string::npos) << refusal;
  const std::vector<std::string> names =
      absl::StrSplit(refusal.substr(refusal.find(allowed) + allowed.size()), ", ");
  for (const std::string& name : names) {
    EXPECT_NE(told.find(name), std::string::npos) << name << " is not in: " << told;
  }
}

TEST(PlanOptionsTest, RefusalsNameTheFlag) {
  EXPECT_NE(Read({"--overwrite", "output"}).status().message().find("--overwrite"),
            std::string::npos);
  EXPECT_NE(Read({"--factors", "64x1"}).status().message().find("--factors"), std::string::npos);
  EXPECT_NE(Read({"--scheme", "L1D"}).status().message().find("--scheme"), std::string::npos);
}

}  // namespace
}  // namespace fft::cli
