#include "tools/cli/token_list.h"

#include <cstdio>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::cli {
namespace {

using ::testing::ElementsAre;

TEST(TokenListTest, SkipsCommentsAndMarksRefusals) {
  EXPECT_THAT(
      ParseTokenList("# heading\n\n  a_b  # why\n!c_d\r\n! e\n"),
      ElementsAre(TokenLine{"a_b", false, 3}, TokenLine{"c_d", true, 4}, TokenLine{"e", true, 5}));
}

TEST(TokenListTest, ReadsFiles) {
  const std::string path = ::testing::TempDir() + "/list.tokens";
  std::ofstream(path) << "x\n";
  auto lines = ReadTokenList(path);
  ASSERT_TRUE(lines.ok());
  EXPECT_THAT(*lines, ElementsAre(TokenLine{"x", false, 1}));
}

TEST(TokenListTest, MissingFileIsNamed) {
  EXPECT_EQ(ReadTokenList("/no/such.tokens").status().message(),
            "cannot read token file /no/such.tokens");
}

TEST(TokenListTest, FoldersAndFilesWithoutTokensAreRefused) {
  const std::string folder = ::testing::TempDir();
  EXPECT_EQ(ReadTokenList(folder).status().message(), folder + " holds no token");
  const std::string path = folder + "/none.tokens";
  std::ofstream(path) << "# nothing\n\n";
  EXPECT_EQ(ReadTokenList(path).status().message(), path + " holds no token");
}

TEST(TokenListTest, ShardsCoverEveryLineOnce) {
  const std::vector<TokenLine> lines = ParseTokenList("a\nb\nc\nd\ne\n");
  EXPECT_THAT(ShardOf(lines, 0, 2), ElementsAre(lines[0], lines[2], lines[4]));
  EXPECT_THAT(ShardOf(lines, 1, 2), ElementsAre(lines[1], lines[3]));
}

}  // namespace
}  // namespace fft::cli
