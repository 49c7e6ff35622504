#include "fft/assign/user_arrays.h"

#include "gtest/gtest.h"

namespace fft {
namespace {

Problem Parse(const std::string& token) { return ParseToken(token).value(); }

TEST(UserArrays, PacksPairsOfRealsThatLieTogether) {
  const UserArrays arrays(Parse("real_forward_len_4_10_single_op_batch_2_istride_12_1_R"));
  const EdgePlacement edge =
      arrays.Place(Buffer::kUserIn, EdgeKind::kFirst, AxisFormat::kComplex, 40);
  EXPECT_EQ(edge.format, ArrayFormat::kComplexInterleaved);
  EXPECT_EQ(ToString(edge.layout), "{5:1}{8:6}");
  EXPECT_EQ(edge.pair_stride, 0);
}

TEST(UserArrays, SplitsPairsThatLieApart) {
  const UserArrays strided(Parse("real_forward_len_8_single_op_batch_3_istride_3_R_idist_25"));
  const EdgePlacement edge =
      strided.Place(Buffer::kUserIn, EdgeKind::kFirst, AxisFormat::kComplex, 12);
  EXPECT_EQ(edge.format, ArrayFormat::kComplexPlanar);
  EXPECT_EQ(ToString(edge.layout), "{4:6}{3:25}");
  EXPECT_EQ(edge.pair_stride, 3);
  const UserArrays odd(Parse(
      "real_forward_len_8_single_op_batch_3_istride_1_R_ostride_1_HI_idist_8_odist_5_ioffset_1_0"));
  const EdgePlacement misaligned =
      odd.Place(Buffer::kUserIn, EdgeKind::kFirst, AxisFormat::kComplex, 12);
  EXPECT_EQ(misaligned.format, ArrayFormat::kComplexPlanar);
  EXPECT_EQ(ToString(misaligned.layout), "{12:2}+1");
  EXPECT_EQ(misaligned.pair_stride, 1);
}

TEST(UserArrays, KeepsRealsForEdgesOfReals) {
  const UserArrays arrays(Parse("real_inverse_len_9_single_op_batch_2"));
  const EdgePlacement edge = arrays.Place(Buffer::kUserOut, EdgeKind::kLast, AxisFormat::kReal, 18);
  EXPECT_EQ(edge.format, ArrayFormat::kReal);
  EXPECT_EQ(ToString(edge.layout), "{18:1}");
  const UserArrays single(Parse("real_inverse_len_1_single_op"));
  EXPECT_EQ(single.Place(Buffer::kUserOut, EdgeKind::kBetween, AxisFormat::kComplex, 1).format,
            ArrayFormat::kReal)
      << "one real holds no pair";
}

TEST(UserArrays, OffersBothDescriptionsOfAnInPlaceArray) {
  const UserArrays arrays(Parse("real_forward_len_8_single_ip_batch_3"));
  const auto layout = [&](EdgeKind kind, int64_t positions) {
    return ToString(arrays.Place(Buffer::kUserOut, kind, AxisFormat::kComplex, positions).layout);
  };
  EXPECT_EQ(layout(EdgeKind::kFirst, 12), "{4:1}{3:5}");
  EXPECT_EQ(layout(EdgeKind::kBetween, 12), "{4:1}{3:5}");
  EXPECT_EQ(layout(EdgeKind::kBetween, 14), "{15:1}");
  EXPECT_EQ(layout(EdgeKind::kLast, 15), "{15:1}");
}

TEST(UserArrays, AnOutputOfAFunctionHoldsResultsAlone) {
  const UserArrays arrays(Parse("real_forward_len_8_single_op_batch_3_power"));
  for (const EdgeKind kind : {EdgeKind::kBetween, EdgeKind::kLast}) {
    const EdgePlacement edge =
        arrays.Place(Buffer::kUserOut, kind, AxisFormat::kHermitianOfPairs, 15);
    EXPECT_EQ(edge.format, ArrayFormat::kReal);
    EXPECT_EQ(ToString(edge.layout), "{15:1}");
    EXPECT_TRUE(StoresFunction({AxisFormat::kHermitianOfPairs}, edge));
    EXPECT_FALSE(StoresFunction({AxisFormat::kReal}, edge));
  }
}

TEST(UserArrays, CallsHermitianArraysComplex) {
  const UserArrays arrays(Parse("real_forward_len_8_single_op_istride_1_R_ostride_1_HP"));
  EXPECT_EQ(
      arrays.Place(Buffer::kUserOut, EdgeKind::kLast, AxisFormat::kHermitianOfPairs, 5).format,
      ArrayFormat::kComplexPlanar);
}

}  // namespace
}  // namespace fft
