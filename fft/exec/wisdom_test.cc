#include "fft/exec/wisdom.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Wisdom, GoesThroughTextUnchanged) {
  const WisdomChoices choices = {
      {{"complex_forward_len_8_single_ip balanced", "cpu \"x\"", "host 1"}, "0+1 none"},
      {{"b", "c", "d"}, ""},
  };
  const auto parsed = ParseWisdom(WisdomText(choices));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, choices);
  EXPECT_TRUE(ParseWisdom(WisdomText({}))->empty());
}

TEST(Wisdom, SaysWhatIsWrong) {
  const auto message = [](const char* text) {
    return std::string(ParseWisdom(text).status().message());
  };
  const std::string other = "wisdom is another text; allowed: a JSON object of schema fft.wisdom/1";
  for (const char* text : {"", "{", "[]", "7", "(fftw-3.3 wisdom)", R"({"schema": "fft.plan/1"})",
                           R"({"schema": 3})"}) {
    EXPECT_EQ(message(text), other) << text;
  }
  EXPECT_EQ(message(R"({"schema": "fft.wisdom/1"})"), "wisdom.choices is missing; allowed: a list");
  EXPECT_EQ(message(R"({"schema": "fft.wisdom/1", "choices": {}})"),
            "wisdom.choices is of type object; allowed: a list");
  EXPECT_EQ(message(R"({"schema": "fft.wisdom/1", "choices": [{"problem": "p"}]})"),
            "wisdom.choices[0].device is missing; allowed: a text");
  EXPECT_EQ(message(R"({"schema": "fft.wisdom/1", "choices": [{"problem": 7}]})"),
            "wisdom.choices[0].problem is 7; allowed: a text");
  EXPECT_EQ(message(R"({"schema": "fft.wisdom/1", "choices": [7]})"),
            "wisdom.choices[0].problem is missing; allowed: a text");
}

}  // namespace
}  // namespace fft
