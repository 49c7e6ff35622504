#include "fft/base/status.h"

#include "fft/base/field_error.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(InvalidField, NamesFieldValueAndAllowed) {
  const absl::Status status = InvalidField("lengths[0]", "0", "at least 1");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "lengths[0] is 0; allowed: at least 1");
}

// A long value is cut in the message.
TEST(InvalidField, CutsLongTextsBetweenCharacters) {
  const std::string most(80, 'x');
  EXPECT_EQ(InvalidField("f", most, "a").message(), "f is " + most + "; allowed: a");
  EXPECT_EQ(InvalidField("f", most + "y", "a").message(),
            "f is " + most + "... (81 bytes); allowed: a");
  EXPECT_EQ(InvalidField(most + "y", "0", "a").message(), most + "... (81 bytes) is 0; allowed: a");
  std::string euros;
  for (int i = 0; i < 1000; ++i) euros += "\u20ac";
  const std::string message(InvalidField("f", euros, "a").message());
  EXPECT_EQ(message, "f is " + euros.substr(0, 26 * 3) + "... (3000 bytes); allowed: a");
  // A text that is not UTF-8 is cut as well.
  EXPECT_LT(InvalidField("f", std::string(500, '\x80'), "a").message().size(), 120u);
}

TEST(InvalidField, CarriesItsArguments) {
  const std::string value = "one line\nand another";
  const std::optional<FieldError> error =
      FieldErrorOf(InvalidField("input.\nstrides", value, "1, 2; allowed: 3"));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->field, "input. strides");
  EXPECT_EQ(error->value, value);
  EXPECT_EQ(error->allowed, "1, 2; allowed: 3");
  EXPECT_FALSE(FieldErrorOf(absl::InvalidArgumentError("f is x; allowed: y")).has_value());
  const absl::Status within = Within("shapes", InvalidField("factors", "3x5", "4x4"));
  EXPECT_EQ(within.message(), "shapes: factors is 3x5; allowed: 4x4");
  EXPECT_EQ(FieldErrorOf(within)->field, "shapes: factors");
  EXPECT_EQ(FieldErrorOf(within)->allowed, "4x4");
  // The attached field error is cut as well.
  EXPECT_LT(InvalidField("f", std::string(5000, 'x'), "a").ToString().size(), 300u);
  EXPECT_FALSE(FieldErrorOf(absl::OkStatus()).has_value());
}

absl::StatusOr<int> Half(int value) {
  if (value % 2 != 0) return absl::InvalidArgumentError("odd");
  return value / 2;
}

absl::StatusOr<int> Quarter(int value) {
  FFT_ASSIGN_OR_RETURN(const int half, Half(value));
  FFT_ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

absl::Status Check(int value) {
  FFT_RETURN_IF_ERROR(Quarter(value).status());
  return absl::OkStatus();
}

TEST(Macros, PassValuesAndErrorsOn) {
  EXPECT_EQ(*Quarter(12), 3);
  EXPECT_EQ(Quarter(6).status().message(), "odd");
  EXPECT_TRUE(Check(8).ok());
  EXPECT_EQ(Check(7).message(), "odd");
}

TEST(CheckDeathTest, AbortsOnABrokenInvariant) {
  FFT_CHECK(1 + 1 == 2);
  EXPECT_DEATH(FFT_CHECK(1 + 1 == 3), "broken invariant: 1 \\+ 1 == 3");
}

}  // namespace
}  // namespace fft
