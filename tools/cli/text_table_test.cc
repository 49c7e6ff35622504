#include "tools/cli/text_table.h"

#include "gtest/gtest.h"

namespace fft::cli {
namespace {

TEST(TextTableTest, AlignsNumbersRightAndWordsLeft) {
  TextTable table({"kernel", "LDS", "note"});
  table.Add({"a", "16 KiB", "first"});
  table.Add({"longer", "4 KiB"});
  EXPECT_EQ(table.ToString(2),
            "  kernel     LDS  note\n"
            "  a       16 KiB  first\n"
            "  longer   4 KiB\n");
}

TEST(TextTableTest, EmptyHeaderIsNotPrinted) {
  TextTable table({"", ""});
  table.Add({"target", "host"});
  table.Add({"workspace", "0 B"});
  EXPECT_EQ(table.ToString(),
            "target     host\n"
            "workspace  0 B\n");
}

TEST(TextTableTest, ArrowsCountAsOneColumn) {
  TextTable table({"", ""});
  table.Add({"a\u2192b", "x"});
  table.Add({"abc", "y"});
  EXPECT_EQ(table.ToString(), "a\u2192b  x\nabc  y\n");
}

TEST(FormatTest, BytesCarryBinaryUnits) {
  EXPECT_EQ(FormatBytes(0), "0 B");
  EXPECT_EQ(FormatBytes(1023), "1023 B");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatBytes(int64_t{64} << 20), "64 MiB");
  EXPECT_EQ(FormatBytes(int64_t{3} << 40), "3 TiB");
}

TEST(FormatTest, TimesPickTheirUnit) {
  EXPECT_EQ(FormatMilliseconds(0.0123), "12.3 us");
  EXPECT_EQ(FormatMilliseconds(4.561), "4.56 ms");
  EXPECT_EQ(FormatMilliseconds(1234.5), "1.23 s");
}

TEST(FormatTest, ListsJoinTheirValues) {
  EXPECT_EQ(FormatList({256, 65536}, " x "), "256 x 65536");
  EXPECT_EQ(FormatList({}, " x "), "");
}

}  // namespace
}  // namespace fft::cli
