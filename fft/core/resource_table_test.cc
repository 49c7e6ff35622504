#include "fft/core/resource_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::string ErrorOf(const std::string& text) {
  return std::string(ParseResources(text).status().message());
}

TEST(ResourceTable, NamesTheLineTheWordAndWhatIsAllowed) {
  const std::string figure = [] {
    const std::string missing = ErrorOf("figure a b\n");
    return missing.substr(missing.find("no ") + 3, missing.find(';') - missing.find("no ") - 3);
  }();
  const struct {
    std::string text, error;
  } cases[] = {
      {"# nothing\n\nfigures a b\n",
       "resources line 3 is figures; allowed: figure and the names of targets"},
      {"figure\n", "resources line 1 is figure; allowed: figure and the names of targets"},
      {"figure a\nno_such 1\n", "resources line 2 is no_such; allowed: the name of a figure"},
      {absl::StrCat("figure a\n", figure, " 1\n", figure, " 1\n"),
       absl::StrCat("resources line 3 is ", figure, "; allowed: each figure once")},
      {absl::StrCat("figure a b\n", figure, " 1\n"),
       "resources line 2 is 1 numbers; allowed: 2, one a target"},
      {absl::StrCat("figure a\n", figure, " x\n"),
       "resources line 2 is x; allowed: a number, 0 or more"},
      {absl::StrCat("figure a\n", figure, " -1\n"),
       "resources line 2 is -1; allowed: a number, 0 or more"},
      {"figure a\n", absl::StrCat("resources is no ", figure, "; allowed: a row of each figure")},
  };
  for (const auto& c : cases) EXPECT_EQ(ErrorOf(c.text), c.error) << c.text;
}

TEST(ResourceTable, TheLibrarysHasTargets) { EXPECT_EQ(LibraryResources().count("gfx90a"), 1u); }

}  // namespace
}  // namespace fft
