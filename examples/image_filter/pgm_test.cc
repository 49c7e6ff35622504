#include "examples/image_filter/pgm.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace image_filter {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PgmTest, ReadsPlainFilesWithComments) {
  const auto image = ParsePgm("P2\n# a comment\n3 2\n51\n0 51 10\n20 30 40\n");
  ASSERT_TRUE(image.ok()) << image.status();
  EXPECT_EQ(image->width, 3);
  EXPECT_EQ(image->height, 2);
  EXPECT_THAT(image->pixels, ElementsAre(0, 255, 50, 100, 150, 200));
}

TEST(PgmTest, BinaryFilesSurviveTheRoundTrip) {
  const Image image{2, 2, {0, 255, 35, 10}};  // 35 and 10 are '#' and a line feed
  const auto back = ParsePgm(FormatPgm(image));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->pixels, image.pixels);
}

TEST(PgmTest, PixelsAreRoundedAndClamped) {
  EXPECT_EQ(FormatPgm({3, 1, {-5, 300, 1.6f}}), std::string("P5\n3 1\n255\n\0\xFF\x02", 14));
}

TEST(PgmTest, WrongFilesSayWhatIsWrong) {
  EXPECT_THAT(std::string(ParsePgm("JFIF").status().message()), HasSubstr("neither P5 nor P2"));
  EXPECT_THAT(std::string(ParsePgm("P5 0 4 255\n").status().message()),
              HasSubstr("width and height must be 1 to 65536"));
  EXPECT_THAT(std::string(ParsePgm("P5 2 2 255\nab").status().message()),
              HasSubstr("2 pixels where 4 are due"));
  EXPECT_FALSE(ParsePgm("").ok());
  EXPECT_THAT(std::string(ReadPgm("/no/such.pgm").status().message()),
              HasSubstr("cannot read /no/such.pgm"));
}

}  // namespace
}  // namespace image_filter
