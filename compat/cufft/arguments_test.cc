#include "compat/cufft/arguments.h"

#include <vector>

#include "compat/cufft/cufft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::compat {
namespace {

using testing::ElementsAre;

TEST(ArgumentsTest, TypesAreElements) {
  EXPECT_EQ(ElementsOf(CUFFT_C2C), (Elements{Kind::kComplex, Precision::kSingle}));
  EXPECT_EQ(ElementsOf(CUFFT_D2Z), (Elements{Kind::kRealForward, Precision::kDouble}));
  EXPECT_EQ(ElementsOf(CUFFT_C2R), (Elements{Kind::kRealInverse, Precision::kSingle}));
  EXPECT_EQ(ElementsOf(0), std::nullopt);
  EXPECT_EQ(ElementsOf(XtTypes{CUFFT_R_16BF, CUFFT_C_16BF, CUFFT_C_16BF}),
            (Elements{Kind::kRealForward, Precision::kBfloat16}));
  EXPECT_EQ(ElementsOf(XtTypes{CUFFT_C_16F, CUFFT_C_16F, CUFFT_C_64F}), std::nullopt);
}

TEST(ArgumentsTest, EmbedsCountOnlyTogether) {
  const long long n[] = {2, 3};
  ManyArguments<long long> many = {2, n, {n, 2, 20}, {nullptr, 1, 6}, 4};
  Request request;
  ASSERT_EQ(ReadMany(many, ElementsOf(CUFFT_C2C), &request), Result::kSuccess);
  EXPECT_THAT(request.lengths, ElementsAre(2, 3));
  EXPECT_EQ(request.batch, 4);
  EXPECT_FALSE(request.arrays.has_value());
  many.out.embed = n;
  ASSERT_EQ(ReadMany(many, ElementsOf(CUFFT_C2C), &request), Result::kSuccess);
  ASSERT_TRUE(request.arrays.has_value());
  EXPECT_THAT(request.arrays->in.embed, ElementsAre(2, 3));
  EXPECT_EQ(request.arrays->in.stride, 2);
  EXPECT_EQ(request.arrays->in.distance, 20);
  EXPECT_EQ(request.arrays->out.distance, 6);
  EXPECT_EQ(ReadMany(many, std::nullopt, &request), Result::kInvalidType);
  many.rank = 0;
  EXPECT_EQ(ReadMany(many, ElementsOf(CUFFT_C2C), &request), Result::kInvalidValue);
}

}  // namespace
}  // namespace fft::compat
