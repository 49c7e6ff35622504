#include "compat/fftw/wisdom.h"

#include <cstddef>
#include <string>

#include "gtest/gtest.h"

namespace fft::fftw {
namespace {

TEST(Wisdom, IsFoundByRigor) {
  Wisdom wisdom("double");
  wisdom.Put("problem", {1, "choice"});
  EXPECT_EQ(wisdom.Find("other", 0), nullptr);
  EXPECT_EQ(wisdom.Find("problem", 2), nullptr);
  ASSERT_NE(wisdom.Find("problem", 0), nullptr);
  EXPECT_EQ(*wisdom.Find("problem", 1), (Wisdom::Entry{1, "choice"}));
  wisdom.Put("problem", {0, ""});
  EXPECT_NE(wisdom.Find("problem", 1), nullptr);
  wisdom.Put("problem", {3, "better"});
  EXPECT_EQ(wisdom.Find("problem", 1)->choice, "better");
  wisdom.Forget();
  EXPECT_EQ(wisdom.Find("problem", 0), nullptr);
}

TEST(Wisdom, TravelsAsText) {
  Wisdom wisdom("double");
  wisdom.Put("a", {2, "{\"quote\": \"\\\"(\"}"});
  wisdom.Put("b", {0, ""});
  Wisdom other("double");
  ASSERT_TRUE(other.Import(wisdom.Export()));
  EXPECT_EQ(other.Export(), wisdom.Export());
  EXPECT_EQ(*other.Find("a", 2), *wisdom.Find("a", 2));
}

TEST(Wisdom, WrongTextChangesNothing) {
  Wisdom wisdom("double");
  wisdom.Put("a", {1, "x"});
  const std::string text = wisdom.Export();
  for (const char* wrong :
       {"", "()", "(fft-wisdom-1 single (\"b\" 1 \"\"))", "(fft-wisdom-2 double (\"b\" 1 \"\"))",
        "(fft-wisdom-1 double (\"b\" 4 \"\"))", "(fft-wisdom-1 double (\"b\" 1))",
        "(fft-wisdom-1 double (\"b\" 1 \"\")) more",
        "(fftw-3.3.10 fftw_wisdom #x4be12fff #x7b2df9b2 #xa5975329 #x385b0041\n)"}) {
    EXPECT_FALSE(wisdom.Import(wrong)) << wrong;
    EXPECT_EQ(wisdom.Export(), text) << wrong;
  }
  for (size_t end = 0; end + 1 < text.size(); ++end) {
    Wisdom cut("double");
    EXPECT_FALSE(cut.Import(text.substr(0, end))) << end;
  }
}

TEST(ReadExpression, EndsWithTheClosingParenthesis) {
  const std::string text = " \n(a (\"b)\" \"\\\")\") c)(next)";
  size_t at = 0;
  const auto read = [&]() -> int { return at < text.size() ? text[at++] : -1; };
  EXPECT_EQ(ReadExpression(read), "(a (\"b)\" \"\\\")\") c)");
  EXPECT_EQ(ReadExpression(read), "(next)");
  EXPECT_EQ(ReadExpression(read), std::nullopt);
}

TEST(ReadExpression, WantsAnExpression) {
  for (const std::string text : {"", "a", ")", "(a", "(\"", "  "}) {
    size_t at = 0;
    EXPECT_EQ(ReadExpression([&]() -> int { return at < text.size() ? text[at++] : -1; }),
              std::nullopt)
        << text;
  }
}

}  // namespace
}  // namespace fft::fftw
