#include "compat/fftw/problem_of.h"

#include <string>
#include <vector>

#include "compat/fftw/describe.h"
#include "gtest/gtest.h"

namespace fft::fftw {
namespace {

// Two arrays that do not overlap.
double in[4096];
double out[4096];

Request RequestOf(Family family, void* to = out) {
  Request request;
  request.family = family;
  request.arrays = {in, nullptr, to, nullptr};
  return request;
}

TEST(ProblemOf, BatchesOfTheAdvancedInterface) {
  Request request = RequestOf(Family::kComplex);
  const int n[] = {4, 6};
  const int embed[] = {9, 8};
  SetMany(2, n, 3, {embed, 2, 200}, {nullptr, 1, 24}, &request);
  const std::vector<Attempt> attempts = AttemptsAt(request);
  EXPECT_EQ(attempts.front().token,
            "complex_forward_len_4_6_double_op_batch_3_istride_16_2_CI_ostride_6_1_CI_idist_200_"
            "odist_24");
  EXPECT_FALSE(attempts.front().in.is_staged || attempts.front().out.is_staged);
}

TEST(ProblemOf, RealRowsInPlaceArePadded) {
  Request request = RequestOf(Family::kRealToComplex, in);
  const int n[] = {4, 6};
  SetMany(2, n, 1, {nullptr, 1, 1}, {nullptr, 1, 1}, &request);
  EXPECT_EQ(AttemptsAt(request).front().token,
            "real_forward_len_4_6_double_ip_batch_1_istride_8_1_R_ostride_4_1_HI");
  request.arrays.out = out;
  SetMany(2, n, 1, {nullptr, 1, 1}, {nullptr, 1, 1}, &request);
  EXPECT_EQ(AttemptsAt(request).front().token,
            "real_forward_len_4_6_double_op_batch_1_istride_6_1_R_ostride_4_1_HI");
}

TEST(ProblemOf, SeveralLoopsAndSplitArrays) {
  Request request = RequestOf(Family::kComplex);
  request.is_split = true;
  request.is_backward = true;
  request.precision = Precision::kSingle;
  request.axes = {{8, 1, 2}};
  request.loops = {{2, 100, 50}, {3, 8, 16}};
  EXPECT_EQ(
      AttemptsAt(request).front().token,
      "complex_inverse_len_8_single_op_batch_1_istride_1_CP_ostride_2_CP_loop_2_100_50_loop_3_"
      "8_16");
}

TEST(ProblemOf, KindsKeepTheirAxes) {
  Request request = RequestOf(Family::kRealToReal);
  request.axes = {{6, 8, 8}, {1, 8, 8}, {8, 1, 1}};
  request.kinds = {FFTW_RODFT01, FFTW_DHT, FFTW_REDFT10};
  EXPECT_EQ(AttemptsAt(request).front().token,
            "real_to_real_len_6_8_kind_dst3_dct2_double_op_batch_1_istride_8_1_R_ostride_8_1_R");
}

TEST(ProblemOf, WhatDoesNothingIsLeftOut) {
  Request request = RequestOf(Family::kComplex);
  request.axes = {{1, 5, 5}, {8, 1, 1}, {1, 0, 0}};
  request.loops = {{1, 7, 7}};
  EXPECT_EQ(AttemptsAt(request).front().token,
            "complex_forward_len_8_double_op_batch_1_istride_1_CI_ostride_1_CI");
  request.family = Family::kRealToComplex;
  EXPECT_EQ(AttemptsAt(request).front().token,
            "real_forward_len_8_1_double_op_batch_1_istride_1_1_R_ostride_1_1_HI");
}

TEST(ProblemOf, ArraysThatGoBackwardsBeginAtTheirLowestElement) {
  Request request = RequestOf(Family::kComplex);
  request.axes = {{8, 1, -1}};
  request.loops = {{3, -8, -10}};
  const Attempt attempt = AttemptsAt(request).front();
  EXPECT_EQ(attempt.token,
            "complex_forward_len_8_double_op_batch_3_istride_1_CI_ostride_-1_CI_idist_-8_odist_-10_"
            "ioffset_16_ooffset_27");
  EXPECT_EQ(attempt.in.shift, -2 * 8 * 16);
  EXPECT_EQ(attempt.out.shift, -(2 * 10 + 7) * 16);
  // A copy begins at the element that the user's pointer points to.
  EXPECT_EQ(AttemptsAt(request)[1].in.shift, 0);
}

TEST(ProblemOf, RealsAtAnOddPlaceHaveAnOffset) {
  alignas(16) double reals[10] = {};
  Request request = RequestOf(Family::kRealToComplex);
  request.arrays = {reals + 1, nullptr, out, nullptr};
  request.axes = {{8, 1, 1}};
  const Attempt attempt = AttemptsAt(request).front();
  EXPECT_EQ(attempt.token,
            "real_forward_len_8_double_op_batch_1_istride_1_R_ostride_1_HI_ioffset_1");
  EXPECT_TRUE(attempt.in.is_odd && !attempt.out.is_odd);
  EXPECT_EQ(attempt.in.shift, -8);
  request.arrays.in = reals + 2;
  EXPECT_FALSE(AttemptsAt(request).front().in.is_odd);
}

TEST(ProblemOf, LaterAttemptsAreStagedAndPacked) {
  Request request = RequestOf(Family::kComplex, in);
  request.axes = {{8, 3, 1}};
  request.loops = {{2, 1, 8}};
  const std::vector<Attempt> attempts = AttemptsAt(request);
  ASSERT_EQ(attempts.size(), 4u);
  EXPECT_TRUE(attempts[0].is_in_place);
  const Attempt& gathered = attempts[1];
  EXPECT_FALSE(gathered.is_in_place || gathered.out.is_staged);
  EXPECT_TRUE(gathered.in.is_staged);
  EXPECT_EQ(gathered.token,
            "complex_forward_len_8_double_op_batch_2_istride_1_CI_ostride_1_CI_idist_8_odist_8");
  EXPECT_EQ(gathered.in.copy, (std::vector<CopyAxis>{{2, 1, 8}, {8, 3, 1}}));
  EXPECT_EQ(gathered.in.extent, 16);
  const Attempt& scattered = attempts[2];
  EXPECT_TRUE(scattered.out.is_staged && !scattered.in.is_staged);
  EXPECT_TRUE(attempts[3].in.is_staged && attempts[3].out.is_staged);
}

TEST(ProblemOf, WithoutAxesItIsACopy) {
  Request request = RequestOf(Family::kComplex);
  request.loops = {{2, 3, 1}, {3, 1, 2}};
  const std::vector<Attempt> apart = AttemptsAt(request);
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_EQ(apart[0].token, "");
  EXPECT_FALSE(apart[0].in.is_staged);
  EXPECT_EQ(apart[0].out.copy, (std::vector<CopyAxis>{{2, 3, 1}, {3, 1, 2}}));
  request.arrays.out = in;
  const std::vector<Attempt> turned = AttemptsAt(request);
  ASSERT_EQ(turned.size(), 1u);
  EXPECT_TRUE(turned[0].in.is_staged);
  EXPECT_EQ(turned[0].out.copy, (std::vector<CopyAxis>{{2, 3, 1}, {3, 1, 2}}));
}

TEST(ProblemOf, SaysWhatIsImpossible) {
  Request request = RequestOf(Family::kComplex);
  request.axes = {{8, 1, 1}};
  EXPECT_EQ(WhyImpossible(request), "");
  request.axes[0].length = 0;
  EXPECT_EQ(WhyImpossible(request), "a length is 0, allowed: at least 1");
  request.axes[0].length = 8;
  request.loops = {{0, 1, 1}};
  EXPECT_EQ(WhyImpossible(request), "");
  EXPECT_TRUE(IsEmpty(request));
  request.loops[0].length = -1;
  EXPECT_EQ(WhyImpossible(request), "howmany is -1, allowed: at least 0");
  request.loops.clear();
  request.rank = -1;
  EXPECT_EQ(WhyImpossible(request), "a rank is -1, allowed: 0 to 64");
  request.rank = 1;
  request.is_split = true;
  request.arrays = {in, in + 8, in, out};
  EXPECT_EQ(WhyImpossible(request), "one of two split arrays is in place, allowed: both or none");
}

TEST(ProblemOf, KindsAreChecked) {
  Request request = RequestOf(Family::kRealToReal);
  request.axes = {{1, 1, 1}};
  request.kinds = {FFTW_REDFT00};
  EXPECT_EQ(WhyImpossible(request), "FFTW_REDFT00 has the length 1, allowed: at least 2");
  request.kinds = {11};
  EXPECT_EQ(WhyImpossible(request), "a kind is 11, allowed: 0 to 10");
  request.kinds = {FFTW_RODFT00};
  EXPECT_EQ(WhyImpossible(request), "");
}

}  // namespace
}  // namespace fft::fftw
