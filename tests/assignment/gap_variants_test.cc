#include "tests/assignment/gap_variants.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using Strides = std::vector<int64_t>;

Problem Variant(const std::string& token, Gaps gaps) { return WithGaps(*ParseToken(token), gaps); }

TEST(WithGaps, KeepsOrClearsTheStrides) {
  constexpr char kToken[] =
      "complex_forward_len_4_5_single_op_batch_2_istride_7_1_CI_ostride_5_1_CI_idist_30_odist_20";
  EXPECT_EQ(Variant(kToken, Gaps::kAsGiven), *ParseToken(kToken));
  EXPECT_EQ(Variant(kToken, Gaps::kPacked),
            *ParseToken("complex_forward_len_4_5_single_op_batch_2"));
}

TEST(WithGaps, SpreadsDimensionsInTheirOrder) {
  // In the input the columns are the fastest dimension. In the output the batch lies between them.
  constexpr char kToken[] =
      "complex_forward_len_4_5_single_op_batch_2_istride_1_4_CI_ostride_10_1_CI_idist_20_odist_5";
  const Problem small = Variant(kToken, Gaps::kSmall);
  EXPECT_EQ(small.input.strides, (Strides{1, 5}));
  EXPECT_EQ(small.input.distance, 27);
  EXPECT_EQ(small.output.strides, (Strides{14, 1}));
  EXPECT_EQ(small.output.distance, 6);
  const Problem large = Variant(kToken, Gaps::kLarge);
  EXPECT_EQ(large.input.strides, (Strides{3, 29}));
  EXPECT_EQ(large.input.distance, 295);
  EXPECT_EQ(large.output.strides, (Strides{145, 3}));
  EXPECT_EQ(large.output.distance, 35);
}

TEST(WithGaps, KeepsBothSidesOfAnArrayTogether) {
  for (const char* token :
       {"real_forward_len_4_6_single_ip_batch_2", "real_inverse_len_4_6_single_ip_batch_2"}) {
    const Problem small = Variant(token, Gaps::kSmall);
    const bool forward = IsForward(small.type);
    const ArrayDescription& real = forward ? small.input : small.output;
    const ArrayDescription& complex = forward ? small.output : small.input;
    EXPECT_EQ(complex.strides, (Strides{5, 1}));
    EXPECT_EQ(complex.distance, 22);
    EXPECT_EQ(real.strides, (Strides{10, 1}));
    EXPECT_EQ(real.distance, 44);
    const Problem large = Variant(token, Gaps::kLarge);
    EXPECT_EQ((forward ? large.output : large.input).strides, (Strides{13, 1}));
  }
}

TEST(WithGaps, SeparatesTransformsThatShareInput) {
  const Problem small =
      Variant("complex_forward_len_8_single_op_batch_4_istride_1_CI_ostride_1_CI_idist_2_odist_8",
              Gaps::kSmall);
  EXPECT_EQ(small.input.distance, 9);
  EXPECT_EQ(small.output.distance, 9);
}

}  // namespace
}  // namespace fft::testing
