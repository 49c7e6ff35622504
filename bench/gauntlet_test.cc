#include "bench/gauntlet.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(LengthRangeTest, EndsAreLengths) {
  EXPECT_EQ(ParseLengthRange("2-4096")->first, 2);
  EXPECT_EQ(ParseLengthRange("2-4096")->last, 4096);
  EXPECT_EQ(ParseLengthRange("64")->first, 64);
  EXPECT_EQ(ParseLengthRange("64")->last, 64);
  for (const char* text : {"", "0-4", "9-3", "2-x", "1-2-3", "2-99999999999"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseLengthRange(text).status())) << text;
  }
}

TEST(GauntletTest, EveryLengthIsTimedInBothPrecisionsComplexAndReal) {
  EXPECT_THAT(GauntletTokens(12, GauntletKinds::kAll),
              ElementsAre("complex_forward_len_12_single_op", "real_forward_len_12_single_op",
                          "real_inverse_len_12_single_op", "complex_forward_len_12_double_op",
                          "real_forward_len_12_double_op", "real_inverse_len_12_double_op"));
}

TEST(GauntletTest, ComplexAndRealTransformsCanBeTimedApart) {
  EXPECT_THAT(GauntletTokens(12, GauntletKinds::kComplex),
              ElementsAre("complex_forward_len_12_single_op", "complex_forward_len_12_double_op"));
  EXPECT_THAT(GauntletTokens(12, GauntletKinds::kReal),
              ElementsAre("real_forward_len_12_single_op", "real_inverse_len_12_single_op",
                          "real_forward_len_12_double_op", "real_inverse_len_12_double_op"));
}

GauntletResult Timed(int64_t length, std::vector<GauntletTime> peers) {
  return {length, "len_" + std::to_string(length), "", std::move(peers)};
}

TEST(GauntletTest, SumsUpByPrimesAndSizes) {
  const std::string text = GauntletSummary(
      {Timed(8, {{10, 5}, {10, 20}}), Timed(12, {{10, 20}, {10, 40}}), Timed(74, {{10, 40}, {}})},
      {"a", "b"});
  EXPECT_THAT(text, HasSubstr("speed against a:\n  all                        3  mean 1.587  "
                              "wins  67 %  least 0.500 (len_8)"));
  EXPECT_THAT(text, HasSubstr("  powers of two              1  mean 0.500"));
  EXPECT_THAT(text, HasSubstr("  other 7-smooth             1  mean 2.000"));
  EXPECT_THAT(text, HasSubstr("  with primes above 31       1  mean 4.000"));
  EXPECT_THAT(text, HasSubstr("  2 to 16                    2  mean 1.000"));
  EXPECT_THAT(text, HasSubstr("  65 to 256                  1  mean 4.000"));
  EXPECT_THAT(text, Not(HasSubstr("257 to 1024")));
  EXPECT_THAT(text, HasSubstr("speed against b:\n  all                        2  mean 2.828"));
  EXPECT_THAT(text,
              HasSubstr("speed against the best:\n  all                        3  mean 1.587"));
}

}  // namespace
}  // namespace fft::bench
