#include "compat/rocfft/description.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::compat {
namespace {

using testing::ElementsAre;

Problem Asked(const RocfftRequest& request, const RocfftDescription& description = {}) {
  Problem problem;
  EXPECT_EQ(ProblemOf(request, description, &problem), rocfft_status_success);
  return problem;
}

rocfft_status StatusOf(const RocfftRequest& request, const RocfftDescription& description = {}) {
  Problem problem;
  return ProblemOf(request, description, &problem);
}

TEST(DescriptionTest, TheFastestDimensionComesFirst) {
  const Problem problem = Asked({.type = rocfft_transform_type_real_forward,
                                 .precision = rocfft_precision_double,
                                 .lengths = {10, 4},
                                 .batch = 3});
  EXPECT_EQ(ToToken(problem),
            "real_forward_len_4_10_double_op_batch_3_istride_10_1_R_ostride_6_1_HI_idist_40_"
            "odist_24_ioffset_0_0_ooffset_0_0");
}

TEST(DescriptionTest, StridesOffsetsAndFormatsAreTheArrays) {
  RocfftDescription description;
  description.in = {rocfft_array_type_complex_planar, {2, 3}, {1, 20}, 0};
  description.out = {rocfft_array_type_unset, {7, 0}, {5, 60}, 600};
  description.scale = 0.25;
  const Problem problem =
      Asked({.precision = rocfft_precision_half, .lengths = {8, 4}, .batch = 2}, description);
  EXPECT_EQ(problem.precision, Precision::kHalf);
  EXPECT_EQ(problem.input.format, ArrayFormat::kComplexPlanar);
  EXPECT_THAT(problem.input.strides, ElementsAre(20, 1));
  EXPECT_THAT(problem.input.offsets, ElementsAre(2, 3));
  EXPECT_EQ(problem.input.distance, 80) << "the slowest length times its stride";
  EXPECT_EQ(problem.output.format, ArrayFormat::kComplexInterleaved);
  EXPECT_THAT(problem.output.strides, ElementsAre(60, 5));
  EXPECT_EQ(problem.output.distance, 600);
  EXPECT_EQ(problem.scale, 0.25);
}

TEST(DescriptionTest, RealsInPlaceLieUnderTheirSpectra) {
  const Problem problem = Asked({.placement = rocfft_placement_inplace,
                                 .type = rocfft_transform_type_real_inverse,
                                 .lengths = {6, 3},
                                 .batch = 2});
  EXPECT_EQ(problem.placement, Placement::kInPlace);
  EXPECT_EQ(problem.input.format, ArrayFormat::kHermitianInterleaved);
  EXPECT_THAT(problem.output.strides, ElementsAre(8, 1));
  EXPECT_EQ(problem.output.distance, 24);
}

TEST(DescriptionTest, WhatIsWrongHasAStatus) {
  const RocfftRequest request = {.lengths = {8}};
  RocfftDescription description;
  description.in.type = rocfft_array_type_real;
  EXPECT_EQ(StatusOf(request, description), rocfft_status_invalid_array_type);
  description.in.type = rocfft_array_type_hermitian_planar;
  EXPECT_EQ(StatusOf(request, description), rocfft_status_invalid_array_type);
  description.in.type = rocfft_array_type_complex_planar;
  EXPECT_EQ(StatusOf(request, description), rocfft_status_success);
  EXPECT_EQ(StatusOf({.placement = rocfft_placement_inplace, .lengths = {8}}, description),
            rocfft_status_invalid_array_type);
  description.in.strides = {1, 8};
  EXPECT_EQ(StatusOf(request, description), rocfft_status_invalid_strides);
  EXPECT_EQ(StatusOf({.lengths = {0}}), rocfft_status_invalid_arg_value);
  EXPECT_EQ(StatusOf({.type = static_cast<rocfft_transform_type>(4), .lengths = {8}}),
            rocfft_status_invalid_arg_value);
  EXPECT_EQ(StatusOf({.precision = static_cast<rocfft_precision>(3), .lengths = {8}}),
            rocfft_status_invalid_arg_value);
}

}  // namespace
}  // namespace fft::compat
