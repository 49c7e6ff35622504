#include "tools/cli/flags.h"

#include <cstdlib>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<FlagSpec> Specs() {
  return {{"target", "T", "machine to plan for"},
          {"json", "", "print JSON"},
          {"candidates", "N", "how many to list"}};
}

TEST(ParseFlagsTest, ReadsBothSpellingsAndPositionals) {
  auto flags = ParseFlags(Specs(), {"--target", "gfx90a", "a", "--json", "--candidates=3", "b"});
  ASSERT_TRUE(flags.ok()) << flags.status();
  EXPECT_EQ(flags->Get("target"), "gfx90a");
  EXPECT_TRUE(flags->Has("json"));
  EXPECT_EQ(flags->GetInt("candidates", 1, 0, 10).value(), 3);
  EXPECT_THAT(flags->positional(), ElementsAre("a", "b"));
}

TEST(ParseFlagsTest, DefaultsStandWhenNothingIsGiven) {
  auto flags = ParseFlags(Specs(), {});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->Get("target", "host"), "host");
  EXPECT_EQ(flags->GetInt("candidates", 7, 0, 10).value(), 7);
  EXPECT_EQ(flags->GetChoice("target", {"a", "b"}).value(), "a");
}

TEST(ParseFlagsTest, DoubleDashEndsTheFlags) {
  auto flags = ParseFlags(Specs(), {"--", "--json"});
  ASSERT_TRUE(flags.ok());
  EXPECT_FALSE(flags->Has("json"));
  EXPECT_THAT(flags->positional(), ElementsAre("--json"));
}

TEST(ParseFlagsTest, UnknownFlagIsRefusedWithSuggestion) {
  auto flags = ParseFlags(Specs(), {"--tagret", "x"});
  ASSERT_FALSE(flags.ok());
  EXPECT_EQ(flags.status().message(),
            "unknown flag --tagret; did you mean --target? "
            "(allowed: --target, --json, --candidates)");
}

TEST(ParseFlagsTest, MissingAndSuperfluousValuesAreNamed) {
  EXPECT_THAT(std::string(ParseFlags(Specs(), {"--target"}).status().message()),
              HasSubstr("--target needs a value: --target T"));
  EXPECT_THAT(std::string(ParseFlags(Specs(), {"--json=1"}).status().message()),
              HasSubstr("--json takes no value"));
}

TEST(ParseFlagsTest, ValuesOutOfRangeNameFlagValueAndRange) {
  auto flags = ParseFlags(Specs(), {"--candidates", "many", "--target", "c"});
  ASSERT_TRUE(flags.ok());
  EXPECT_EQ(flags->GetInt("candidates", 1, 0, 10).status().message(),
            "--candidates is many; allowed: integers from 0 to 10");
  EXPECT_EQ(flags->GetChoice("target", {"a", "b"}).status().message(),
            "--target is c; allowed: a, b");
}

TEST(NearestTest, FindsTyposAndNothingElse) {
  EXPECT_EQ(Nearest("kernel", {"plan", "kernels", "devices"}), "kernels");
  EXPECT_EQ(Nearest("xyzzy", {"plan", "kernels", "devices"}), "");
}

TEST(FlagsHelpTest, AlignsTheDescriptions) {
  EXPECT_EQ(FlagsHelp(Specs()),
            "  --target T      machine to plan for\n"
            "  --json          print JSON\n"
            "  --candidates N  how many to list\n");
}

TEST(UserPathTest, RelativePathsAreTheUsersOwn) {
  setenv("BUILD_WORKING_DIRECTORY", "/home/me", 1);
  EXPECT_EQ(UserPath("list.tokens"), "/home/me/list.tokens");
  EXPECT_EQ(UserPath("/tmp/list.tokens"), "/tmp/list.tokens");
  unsetenv("BUILD_WORKING_DIRECTORY");
  EXPECT_EQ(UserPath("list.tokens"), "list.tokens");
}

}  // namespace
}  // namespace fft::cli
