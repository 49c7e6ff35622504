#include "fft/plan/scheme.h"

#include "fft/core/target.h"
#include "fft/plan/schemes/scheme_testing.h"
#include "fft/plan/schemes/workspace_seconds.h"
#include "fft/tree/plan_node.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using testing_schemes::Ask;
using testing_schemes::Expand;
using testing_schemes::RefusalOf;
using testing_schemes::Request;

TEST(SchemeTable, HasOneRowPerKind) {
  ASSERT_EQ(SchemeTable().size(), static_cast<size_t>(kSchemeKinds));
  for (int i = 0; i < kSchemeKinds; ++i) {
    const Scheme& scheme = SchemeTable()[i];
    EXPECT_EQ(scheme.kind, static_cast<SchemeKind>(i)) << ToString(scheme.kind);
    EXPECT_GT(std::string(scheme.summary).size(), 20u);
  }
}

TEST(Stockham, TakesOneAxisThatFits) {
  const SchemeKind kind = SchemeKind::kStockham;
  EXPECT_EQ(RefusalOf(kind, Request({{1024, 1, 1}}, {})), "");
  EXPECT_EQ(RefusalOf(kind, Request({{1, 1, 1}}, {})), "");
  EXPECT_EQ(RefusalOf(kind, Request({{8, 8, 8}, {8, 1, 1}}, {})), "takes 1 axis, not 2");
  EXPECT_NE(RefusalOf(kind, Request({{1 << 20, 1, 1}}, {})), "");
  EXPECT_NE(RefusalOf(kind, Request({{37, 1, 1}}, {})).find("prime factor 37"), std::string::npos);
}

TEST(LargeColRow, KeepsTheColumnsInPlaceAndTransposesAfterwards) {
  // 32 = 4 * 8 points have input stride 3 and output stride 5.
  const auto children =
      Expand(SchemeKind::kL1dCc, Request({{32, 3, 5}}, {{2, 96, 160}}), Choice{{4, 8}, 0});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].axes, (Dims{{4, 24, 24}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 96, 96}, {8, 3, 3}}));
  EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{32, 1}));
  EXPECT_EQ(children[1].axes, (Dims{{8, 3, 20}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 96, 160}, {4, 24, 5}}));
  EXPECT_EQ(children[1].large_twiddle, LargeTwiddle{});
}

TEST(LargeRowCol, TransposesTheColumnsAndStaysInPlaceAfterwards) {
  const auto children =
      Expand(SchemeKind::kL1dCr, Request({{32, 3, 5}}, {{2, 96, 160}}), Choice{{4, 8}, 0});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].axes, (Dims{{4, 24, 5}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 96, 160}, {8, 3, 20}}));
  EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{32, 1}));
  EXPECT_EQ(children[1].axes, (Dims{{8, 20, 20}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 160, 160}, {4, 5, 5}}));
  EXPECT_EQ(children[1].placement, Placement::kInPlace);
}

TEST(LargeSchemes, RefuseWithReasons) {
  for (SchemeKind kind : {SchemeKind::kL1dCc, SchemeKind::kL1dCr}) {
    EXPECT_EQ(RefusalOf(kind, Request({{8, 8, 8}, {8, 1, 1}}, {})), "takes 1 axis, not 2");
    EXPECT_EQ(RefusalOf(kind, Request({{31, 1, 1}}, {})), "31 has no factors to split into");
    EXPECT_EQ(RefusalOf(kind, Request({{1, 1, 1}}, {})), "1 has no factors to split into");
    EXPECT_EQ(RefusalOf(kind, Request({{202, 1, 1}}, {})), "");
    const int64_t length = 1 << 20;
    EXPECT_THAT(RefusalOf(kind, Request({{length, 1, 1}}, {{1000000000, length, length}})),
                ::testing::HasSubstr("workgroups; a grid holds at most 2^31 - 1"));
    TransformRequest twiddled = Request({{64, 8, 8}}, {{8, 1, 1}});
    twiddled.large_twiddle = {512, 0};
    EXPECT_EQ(RefusalOf(kind, twiddled), "the twiddles of the step around it need one kernel");
  }
}

TEST(LargeSchemes, OfferBalancedSplitsFirst) {
  for (SchemeKind kind : {SchemeKind::kL1dCc, SchemeKind::kL1dCr}) {
    const auto answer = Ask(kind, Request({{1 << 20, 1, 1}}, {{16, 1 << 20, 1 << 20}}));
    const auto& choices = std::get<std::vector<Choice>>(answer);
    ASSERT_FALSE(choices.empty());
    for (const Choice& choice : choices) {
      EXPECT_EQ(choice.split[0] * choice.split[1], 1 << 20);
      EXPECT_GE(choice.cost, choices.front().cost);
    }
    EXPECT_EQ(choices.front().split, (std::vector<int64_t>{1024, 1024}));
  }
}

// A text for each child: the scheme that it names, "axes xloops", the twiddle, and "in place".
std::vector<std::string> Steps(SchemeKind kind, const TransformRequest& request,
                               const Choice& choice = {}) {
  std::vector<std::string> steps;
  for (const TransformRequest& child : Expand(kind, request, choice)) {
    std::string text = child.scheme ? ToString(*child.scheme) + " " : "";
    text += ToString(child.axes) + " x" + ToString(child.loops);
    if (child.large_twiddle.length > 0) {
      text += " tw" + std::to_string(child.large_twiddle.length) + "@" +
              std::to_string(child.large_twiddle.loop);
    }
    if (child.placement == Placement::kInPlace) text += " in place";
    steps.push_back(text);
  }
  return steps;
}

using Strings = std::vector<std::string>;

// The scheme's extra seconds, divided by the seconds of a workspace of the request's size.
double ExtraOf(SchemeKind kind, int64_t length, Placement placement, const char* name) {
  TransformRequest request = Request({{length, 1, 1}}, {{4, length, length}});
  request.placement = placement;
  const Target target = *FindTarget(name);
  return SchemeOf(kind).extra_seconds(request, target) / WorkspaceSeconds(request, target);
}

TEST(LargeSchemes, PayForTheirWorkspaces) {
  const Placement out = Placement::kOutOfPlace, in = Placement::kInPlace;
  // On NVIDIA GPUs, lengths of 10^6 points and more are charged half of the workspace, unless a
  // part is a convolution (16411 is a prime).
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCc, 999999, out, "sm_90"), 1);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCc, 1000000, out, "sm_90"), 0.5);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCc, 64 * 16411, out, "sm_90"), 1);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCc, 1000000, out, "gfx90a"), 1);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCc, 1000000, in, "sm_90"), 0);
  // Columns that write transposed need no workspace on any machine.
  for (const char* target : {"sm_90", "gfx90a"}) {
    EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCr, 1000000, out, target), 0);
  }
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCrt, 1000000, out, "sm_90"), 1);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCrt, 1000000, in, "sm_90"), 0);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCrt, 64 * 16411, out, "sm_90"), 0);
  EXPECT_DOUBLE_EQ(ExtraOf(SchemeKind::kL1dCrt, 1000000, out, "gfx90a"), 0);
}

// A workspace costs half of moving the data once. Two kernels cost four times as much as a
// workspace.
TEST(LargeSchemes, PayAQuarterOfTwoKernelsForSplittingAPartAgain) {
  const auto extra = [](const Dim& axis, const char* name) {
    const TransformRequest request = Request({axis}, {{16, 1, 1}});
    const Target target = *FindTarget(name);
    return SchemeOf(SchemeKind::kL1dCr).extra_seconds(request, target) /
           WorkspaceSeconds(request, target);
  };
  EXPECT_DOUBLE_EQ(extra({4096, 1, 1}, "sm_90"), 0);
  EXPECT_DOUBLE_EQ(extra({4096, 16, 16}, "sm_90"), 2);
  EXPECT_DOUBLE_EQ(extra({4096, 1, 16}, "sm_90"), 2);
  EXPECT_DOUBLE_EQ(extra({4096, 16, 1}, "sm_90"), 2);
  EXPECT_DOUBLE_EQ(extra({4096, 16, 16}, "gfx90a"), 0);
}

TEST(LargeColRowTranspose, TransformsInPlaceAndTransposesOnce) {
  EXPECT_EQ(Steps(SchemeKind::kL1dCrt, Request({{32, 3, 5}}, {{2, 96, 160}}), Choice{{4, 8}, 0}),
            (Strings{"[4:24:24] x[2:96:96 8:3:3] tw32@1", "[8:3:3] x[2:96:96 4:24:24]",
                     "TRANSPOSE [4:24:5] x[2:96:160 8:3:20]"}));
}

TEST(LargeTransposes, TransformsContiguousRows) {
  EXPECT_EQ(
      Steps(SchemeKind::kL1dTrtrt, Request({{32, 3, 5}}, {{2, 96, 160}, {3, 1, 1}}),
            Choice{{4, 8}, 0}),
      (Strings{"TRANSPOSE [4:24:1] x[2:96:96 3:1:32 8:3:4]", "[4:1:1] x[2:96:96 3:32:32 8:4:4]",
               "TRANSPOSE [4:1:8] x[2:96:96 3:32:32 8:4:1] tw32@2",
               "[8:1:1] x[2:96:96 3:32:32 4:8:8]", "TRANSPOSE [4:8:5] x[2:96:160 3:32:1 8:1:20]"}));
}

TEST(LargeSchemes, PassFurtherFactorsOn) {
  for (SchemeKind kind :
       {SchemeKind::kL1dCc, SchemeKind::kL1dCr, SchemeKind::kL1dCrt, SchemeKind::kL1dTrtrt}) {
    TransformRequest request = Request({{64, 1, 1}}, {});
    request.factors = {2, 4, 8};
    const auto answer = Ask(kind, request);
    const auto& choices = std::get<std::vector<Choice>>(answer);
    ASSERT_EQ(choices.size(), 1u);
    EXPECT_EQ(choices.front().split, request.factors);
    int asked = 0;
    for (const TransformRequest& child : Expand(kind, request, choices.front())) {
      if (child.factors.empty()) continue;
      EXPECT_EQ(child.factors, (std::vector<int64_t>{4, 8}));
      EXPECT_EQ(child.scheme, kind);
      EXPECT_EQ(child.axes.front().length, 32);
      ++asked;
    }
    EXPECT_EQ(asked, 1);
    request.factors = {2, 4};
    EXPECT_EQ(RefusalOf(kind, request), "the factors 2 x 4 are not a split of 64");
    request.factors = {64, 1};
    EXPECT_EQ(RefusalOf(kind, request), "the factors 64 x 1 are not a split of 64");
    request.factors = {64};
    EXPECT_EQ(RefusalOf(kind, request), "the factors 64 are not a split of 64");
  }
}

TEST(Transpose, TakesOnlyRequestsForIt) {
  for (SchemeKind kind :
       {SchemeKind::kTranspose, SchemeKind::kTransposeXyZ, SchemeKind::kTransposeZXy}) {
    EXPECT_TRUE(SchemeOf(kind).only_by_name);
    EXPECT_EQ(RefusalOf(kind, Request({{40, 1, 30}}, {{30, 40, 1}})), "");
    EXPECT_EQ(RefusalOf(kind, Request({{8, 8, 8}, {8, 1, 1}}, {})), "takes 1 axis, not 2");
    EXPECT_EQ(Steps(kind, Request({{40, 1, 30}}, {{30, 40, 1}})), Strings{});
  }
}

// 4 planes of 5 rows of 6 points, batch 2. Input and output have different strides.
TransformRequest Volume() { return Request({{4, 30, 35}, {5, 6, 7}, {6, 1, 1}}, {{2, 120, 140}}); }

TEST(Single2d, TakesPlanesThatFit) {
  const SchemeKind kind = SchemeKind::k2dSingle;
  EXPECT_EQ(RefusalOf(kind, Request({{64, 64, 64}, {64, 1, 1}}, {{3, 4096, 4096}})), "");
  EXPECT_EQ(Steps(kind, Request({{64, 64, 64}, {64, 1, 1}}, {{3, 4096, 4096}})), Strings{});
  EXPECT_EQ(RefusalOf(kind, Request({{64, 1, 1}}, {})), "takes 2 axes, not 1");
  EXPECT_NE(RefusalOf(kind, Request({{256, 256, 256}, {256, 1, 1}}, {})).find("LDS holds"),
            std::string::npos);
}

TEST(RowCol2d, StaysInPlaceAfterTheRows) {
  EXPECT_EQ(Steps(SchemeKind::k2dRc, Request({{5, 6, 7}, {6, 1, 1}}, {{2, 30, 35}})),
            (Strings{"[6:1:1] x[2:30:35 5:6:7]", "[5:7:7] x[2:35:35 6:1:1] in place"}));
}

TEST(RowTranspose2d, TransformsRowsOnly) {
  EXPECT_EQ(Steps(SchemeKind::k2dRtrt, Request({{5, 6, 7}, {6, 1, 1}}, {{2, 30, 35}})),
            (Strings{"[6:1:1] x[2:30:30 5:6:6]", "TRANSPOSE [5:6:1] x[2:30:30 6:1:5]",
                     "[5:1:1] x[2:30:30 6:5:5]", "TRANSPOSE [5:1:7] x[2:30:35 6:5:1]"}));
}

TEST(RowCol3d, TransformsPlanesThenColumns) {
  EXPECT_EQ(Steps(SchemeKind::k3dRc, Volume()),
            (Strings{"[5:6:7 6:1:1] x[2:120:140 4:30:35]",
                     "[4:35:35] x[2:140:140 5:7:7 6:1:1] in place"}));
}

TEST(RowTranspose3d, TransformsPlanesThenRows) {
  EXPECT_EQ(Steps(SchemeKind::k3dRtrt, Volume()),
            (Strings{"[5:6:6 6:1:1] x[2:120:120 4:30:30]",
                     "TRANSPOSE_XY_Z [4:30:1] x[2:120:120 5:6:24 6:1:4]",
                     "[4:1:1] x[2:120:120 5:24:24 6:4:4]",
                     "TRANSPOSE_Z_XY [4:1:35] x[2:120:140 5:24:7 6:4:1]"}));
}

TEST(TransposeRow3d, TurnsTheVolumeThreeTimes) {
  EXPECT_EQ(
      Steps(SchemeKind::k3dTrtrtr, Volume()),
      (Strings{
          "TRANSPOSE_Z_XY [6:1:20] x[2:120:120 4:30:5 5:6:1]", "[5:1:1] x[2:120:120 4:5:5 6:20:20]",
          "TRANSPOSE_Z_XY [5:1:24] x[2:120:120 4:5:1 6:20:4]", "[4:1:1] x[2:120:120 5:24:24 6:4:4]",
          "TRANSPOSE_Z_XY [4:1:35] x[2:120:140 5:24:7 6:4:1]",
          "[6:1:1] x[2:140:140 4:35:35 5:7:7] in place"}));
}

TEST(BlockRowCol3d, ReadsRowsAndWritesColumns) {
  EXPECT_EQ(Steps(SchemeKind::k3dBlockRc, Volume()),
            (Strings{"[6:1:20] x[2:120:120 4:30:5 5:6:1]", "[5:1:24] x[2:120:120 4:5:1 6:20:4]",
                     "[4:1:35] x[2:120:140 5:24:7 6:4:1]"}));
}

TEST(BlockColRow3d, ReadsColumnsAndWritesRows) {
  EXPECT_EQ(Steps(SchemeKind::k3dBlockCr, Volume()),
            (Strings{"[4:30:1] x[2:120:120 5:6:24 6:1:4]", "[5:24:1] x[2:120:120 4:1:5 6:4:20]",
                     "[6:20:1] x[2:120:140 4:5:35 5:1:7]"}));
}

TEST(MultiAxisSchemes, RefuseWithReasons) {
  TransformRequest twiddled = Volume();
  twiddled.large_twiddle = {512, 0};
  TransformRequest plane = Request({{5, 6, 7}, {6, 1, 1}}, {});
  for (SchemeKind kind : {SchemeKind::k2dRc, SchemeKind::k2dRtrt}) {
    EXPECT_EQ(RefusalOf(kind, plane), "");
    EXPECT_EQ(RefusalOf(kind, Request({{8, 1, 1}}, {})), "takes 2 axes, not 1");
    EXPECT_EQ(RefusalOf(kind, Volume()), "takes 2 axes, not 3");
  }
  for (SchemeKind kind : {SchemeKind::k3dRc, SchemeKind::k3dRtrt, SchemeKind::k3dTrtrtr,
                          SchemeKind::k3dBlockRc, SchemeKind::k3dBlockCr}) {
    EXPECT_EQ(RefusalOf(kind, Volume()), "");
    EXPECT_EQ(RefusalOf(kind, plane), "takes 3 axes, not 2");
    EXPECT_EQ(RefusalOf(kind, twiddled), "the twiddles of the step around it need one kernel");
  }
}

TEST(PerAxis, GoesFromTheFastestAxisToTheSlowest) {
  const TransformRequest request = Request({{4, 30, 35}, {5, 6, 7}, {6, 1, 1}}, {{2, 120, 140}});
  EXPECT_EQ(RefusalOf(SchemeKind::kPerAxis, request), "");
  const auto children = Expand(SchemeKind::kPerAxis, request, Choice{});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].axes, (Dims{{6, 1, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 120, 140}, {4, 30, 35}, {5, 6, 7}}));
  EXPECT_EQ(children[0].placement, Placement::kOutOfPlace);
  EXPECT_EQ(children[1].axes, (Dims{{5, 7, 7}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 140, 140}, {4, 35, 35}, {6, 1, 1}}));
  EXPECT_EQ(children[1].placement, Placement::kInPlace);
  EXPECT_EQ(children[2].axes, (Dims{{4, 35, 35}}));
}

TEST(PerAxis, SkipsAxesOfOneElement) {
  const auto rows = Expand(SchemeKind::kPerAxis, Request({{1, 6, 6}, {6, 1, 1}}, {}), Choice{});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].axes, (Dims{{6, 1, 1}}));
  EXPECT_EQ(rows[0].loops, Dims{});
  const auto none = Expand(SchemeKind::kPerAxis, Request({{1, 1, 1}, {1, 1, 1}}, {}), Choice{});
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(none[0].axes, (Dims{{1, 1, 1}}));
}

TEST(PerAxis, RefusesOneAxis) {
  EXPECT_EQ(RefusalOf(SchemeKind::kPerAxis, Request({{8, 1, 1}}, {})),
            "takes 2 or more axes, not 1");
}

TransformRequest RealRequest(TransformKind kind, Dims axes, Dims loops) {
  TransformRequest request = Request(std::move(axes), std::move(loops));
  request.kind = kind;
  return request;
}

PlanNode StockhamLeaf(const TransformRequest& request) {
  PlanNode node;
  EXPECT_TRUE(SchemeOf(SchemeKind::kStockham).expand(request, {}, &node).empty());
  return node;
}

TEST(Stockham, TransformsEvenRealsInPairsAndOddOnesInFull) {
  const PlanNode even =
      StockhamLeaf(RealRequest(TransformKind::kRealToHermitian, {{10, 1, 1}}, {{4, 10, 6}}));
  EXPECT_EQ(ToString(even), "(STOCKHAM [5:1:1] x[4:5:6] out:hermitian_of_pairs)");
  EXPECT_EQ(even.OutLength(), 6);
  EXPECT_EQ(even.OutPositions(), 24);
  const PlanNode odd =
      StockhamLeaf(RealRequest(TransformKind::kHermitianToReal, {{9, 1, 1}}, {{4, 5, 9}}));
  EXPECT_EQ(ToString(odd), "(STOCKHAM [9:1:1] x[4:5:9] in:hermitian out:real)");
  EXPECT_EQ(odd.InPositions(), 20);
  EXPECT_EQ(odd.OutPositions(), 36);
}

TEST(RealPairs, ConvertsInPlaceAfterAForwardTransform) {
  const auto request = RealRequest(TransformKind::kRealToHermitian, {{100, 1, 1}}, {{3, 100, 51}});
  const auto children = Expand(SchemeKind::kRealPairs, request, {});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].kind, TransformKind::kComplex);
  EXPECT_EQ(children[0].axes, (Dims{{50, 1, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{3, 50, 51}}));
  EXPECT_EQ(children[1].kind, TransformKind::kConvert);
  EXPECT_EQ(children[1].axes, (Dims{{50, 1, 1}}));
  EXPECT_EQ(children[1].loops, (Dims{{3, 51, 51}}));
  EXPECT_EQ(children[1].out_side.format, AxisFormat::kHermitianOfPairs);
  EXPECT_EQ(RefusalOf(SchemeKind::kRealPairs,
                      RealRequest(TransformKind::kRealToHermitian, {{9, 1, 1}}, {})),
            "9 is odd: its reals are no pairs");
  EXPECT_EQ(RefusalOf(SchemeKind::kRealPairs,
                      RealRequest(TransformKind::kRealToHermitian, {{2, 1, 1}}, {})),
            "2 reals are one pair: converting it is the transform");
}

TEST(RealPairs, ConvertsBeforeAnInverseTransform) {
  const auto request = RealRequest(TransformKind::kHermitianToReal, {{100, 1, 1}}, {{3, 51, 100}});
  const auto children = Expand(SchemeKind::kRealPairs, request, {});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].in_side.format, AxisFormat::kHermitianOfPairs);
  EXPECT_EQ(children[0].loops, (Dims{{3, 51, 50}}));
  EXPECT_EQ(children[1].loops, (Dims{{3, 50, 50}}));
  EXPECT_EQ(children[1].placement, Placement::kInPlace);
}

TEST(RealSchemes, LeaveTwiddlesToOneKernel) {
  TransformRequest request = RealRequest(TransformKind::kRealToHermitian, {{8, 8, 8}}, {{8, 1, 1}});
  request.large_twiddle = {64, 0};
  for (SchemeKind kind : {SchemeKind::kRealPairs, SchemeKind::kRealFull}) {
    EXPECT_EQ(RefusalOf(kind, request), "the twiddles of the step around it need one kernel");
  }
}

TEST(RealFull, TransformsRowsOfTheRealLength) {
  const auto request = RealRequest(TransformKind::kHermitianToReal, {{9, 1, 1}}, {{3, 5, 9}});
  const auto children = Expand(SchemeKind::kRealFull, request, {});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].in_side.format, AxisFormat::kHermitian);
  EXPECT_EQ(children[0].loops, (Dims{{3, 5, 9}}));
  EXPECT_EQ(children[1].kind, TransformKind::kComplex);
  EXPECT_EQ(children[1].loops, (Dims{{3, 9, 9}}));
  EXPECT_EQ(children[2].out_side.format, AxisFormat::kReal);
}

EnclosingRow Part(RowOperation product, std::vector<int64_t> loop_steps) {
  return {product, 17, 24, 32, 4, std::move(loop_steps), 1};
}

TEST(LargeReal, TransformsColumnsOfRealsAndThenFolds) {
  // 32 = 4 * 8 reals; columns have 3 elements of their spectra.
  const auto request = RealRequest(TransformKind::kRealToHermitian, {{32, 1, 1}}, {{3, 32, 17}});
  const auto children = Expand(SchemeKind::kL1dRealCc, request, Choice{{4, 8}, 0});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].kind, TransformKind::kRealToHermitian);
  EXPECT_EQ(children[0].axes, (Dims{{4, 8, 8}}));
  EXPECT_EQ(children[0].loops, (Dims{{3, 32, 24}, {8, 1, 1}}));
  EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{32, 1}));
  EXPECT_EQ(children[1].kind, TransformKind::kComplex);
  EXPECT_EQ(children[1].axes, (Dims{{8, 1, 4}}));
  EXPECT_EQ(children[1].loops, (Dims{{3, 24, 17}, {3, 8, 1}}));
  EXPECT_EQ(children[1].row, Part(RowOperation::kFoldOut, {0, 1}));
  EXPECT_EQ(StockhamLeaf(children[1]).OutPositions(), 3 * 17);
  EXPECT_EQ(StockhamLeaf(children[1]).InPositions(), 3 * 24);
  EXPECT_EQ(ToString(StockhamLeaf(children[0])),
            "(STOCKHAM [4:8:8] x[3:32:24 8:1:1] tw32@1 in:real out:hermitian)");
}

TEST(LargeReal, MayTurnColumnsToAlignedRows) {
  const auto request = RealRequest(TransformKind::kRealToHermitian, {{32, 1, 1}}, {{3, 32, 17}});
  const auto children = Expand(SchemeKind::kL1dRealCr, request, Choice{{4, 8}, 0});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].axes, (Dims{{4, 8, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{3, 32, 64}, {8, 1, 8}}));
  EXPECT_EQ(children[1].axes, (Dims{{8, 8, 4}}));
  EXPECT_EQ(children[1].loops, (Dims{{3, 64, 17}, {3, 1, 1}}));
  EXPECT_EQ(children[1].row, Part(RowOperation::kFoldOut, {0, 1}));
}

TEST(LargeReal, UnfoldsBeforeAnInverseTransform) {
  const auto request = RealRequest(TransformKind::kHermitianToReal, {{32, 1, 1}}, {{3, 17, 32}});
  const auto children = Expand(SchemeKind::kL1dRealCc, request, Choice{{4, 8}, 0});
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].kind, TransformKind::kComplex);
  EXPECT_EQ(children[0].axes, (Dims{{8, 4, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{3, 17, 24}, {3, 1, 8}}));
  EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{32, 1}));
  EXPECT_EQ(children[0].row, Part(RowOperation::kUnfoldIn, {0, 1}));
  EXPECT_EQ(StockhamLeaf(children[0]).InPositions(), 3 * 17);
  EXPECT_EQ(children[1].kind, TransformKind::kHermitianToReal);
  EXPECT_EQ(children[1].axes, (Dims{{4, 8, 8}}));
  EXPECT_EQ(children[1].loops, (Dims{{3, 24, 32}, {8, 1, 1}}));
}

// Nine rows of 8 points are split into 2 * 4. Row k1 has elements k1 + 4 (k2 + 2 k3).
TEST(LargeReal, SplitsRowsThatAreFolded) {
  const auto request = RealRequest(TransformKind::kRealToHermitian, {{32, 1, 1}}, {{3, 32, 17}});
  const TransformRequest rows = Expand(SchemeKind::kL1dRealCc, request, Choice{{4, 8}, 0}).back();
  for (SchemeKind kind : {SchemeKind::kL1dCc, SchemeKind::kL1dCr}) {
    const auto children = Expand(kind, rows, Choice{{2, 4}, 0});
    ASSERT_EQ(children.size(), 2u);
    EXPECT_EQ(children[0].row, EnclosingRow());
    EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{8, 2}));
    EXPECT_EQ(children[1].axes.front().out_stride, 8);
    EXPECT_EQ(children[1].loops.back().out_stride, 4);
    EXPECT_EQ(children[1].row.axis_step, 8);
    EXPECT_EQ(children[1].row.loop_steps, (std::vector<int64_t>{0, 1, 4}));
    EXPECT_EQ(children[1].large_twiddle, LargeTwiddle());
    // The data between the two steps is larger than the half spectrum.
    EXPECT_EQ(StockhamLeaf(children[0]).OutElements(), 3 * 24);
    EXPECT_EQ(StockhamLeaf(children[1]).OutPositions(), 3 * 17);
  }
  for (SchemeKind kind : {SchemeKind::kL1dCrt, SchemeKind::kL1dTrtrt}) {
    EXPECT_EQ(RefusalOf(kind, rows), "a part of a longer row takes one kernel");
  }
}

// The large twiddle turns output k2 + 2 k3 of row k1 by k1 (k2 + 2 k3) / 32. The first step turns
// it by k1 k2 / 32, together with its own twiddle. The second step turns it by k1 k3 / 16.
TEST(LargeReal, SplitsRowsThatAreUnfolded) {
  const auto request = RealRequest(TransformKind::kHermitianToReal, {{32, 1, 1}}, {{3, 17, 32}});
  const TransformRequest rows = Expand(SchemeKind::kL1dRealCc, request, Choice{{4, 8}, 0}).front();
  for (SchemeKind kind : {SchemeKind::kL1dCc, SchemeKind::kL1dCr}) {
    const auto children = Expand(kind, rows, Choice{{2, 4}, 0});
    ASSERT_EQ(children.size(), 2u);
    EXPECT_EQ(children[0].row.axis_step, 16);
    EXPECT_EQ(children[0].row.loop_steps, (std::vector<int64_t>{0, 1, 4}));
    EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{32, 1}));
    EXPECT_EQ(TwiddleStepsOf(StockhamLeaf(children[0])), (std::vector<int64_t>{0, 1, 4}));
    EXPECT_EQ(children[1].row, EnclosingRow());
    EXPECT_EQ(children[1].large_twiddle, (LargeTwiddle{16, 1}));
    EXPECT_EQ(StockhamLeaf(children[0]).InPositions(), 3 * 17);
  }
  // The second step has a large twiddle, so it cannot be split again.
  EXPECT_EQ(
      RefusalOf(SchemeKind::kL1dCc, Expand(SchemeKind::kL1dCc, rows, Choice{{2, 4}, 0}).back()),
      "the twiddles of the step around it need one kernel");
}

TEST(LargeReal, RefusesWithReasons) {
  for (SchemeKind kind : {SchemeKind::kL1dRealCc, SchemeKind::kL1dRealCr}) {
    const auto refusal = [kind](int64_t length, std::vector<int64_t> factors) {
      TransformRequest request = RealRequest(TransformKind::kRealToHermitian, {{length, 1, 1}}, {});
      request.factors = std::move(factors);
      return RefusalOf(kind, request);
    };
    EXPECT_EQ(refusal(33, {}), "");
    EXPECT_EQ(refusal(30, {3, 10}), "");
    EXPECT_EQ(refusal(64, {4, 4, 4}), "");
    EXPECT_EQ(refusal(30, {4, 10}), "the factors 4 x 10 are not a split of 30");
    EXPECT_EQ(refusal(202, {}), "");    // 2 x 101, a convolution
    EXPECT_EQ(refusal(58054, {}), "");  // 2 x 29027, for a transform of rows in several kernels
    EXPECT_EQ(refusal(29027, {}), "29027 has no factors to split into");
    EXPECT_EQ(refusal(64, {}), "");
  }
}

TEST(PerAxis, TransformsTheRealAxisFirstForwardAndLastInverse) {
  const auto forward =
      Expand(SchemeKind::kPerAxis,
             RealRequest(TransformKind::kRealToHermitian, {{6, 10, 6}, {10, 1, 1}}, {}), {});
  ASSERT_EQ(forward.size(), 2u);
  EXPECT_EQ(forward[0].kind, TransformKind::kRealToHermitian);
  EXPECT_EQ(forward[0].loops, (Dims{{6, 10, 6}}));
  EXPECT_EQ(forward[1].kind, TransformKind::kComplex);
  EXPECT_EQ(forward[1].axes, (Dims{{6, 6, 6}}));
  EXPECT_EQ(forward[1].loops, (Dims{{6, 1, 1}}));
  const auto inverse =
      Expand(SchemeKind::kPerAxis,
             RealRequest(TransformKind::kHermitianToReal, {{6, 6, 10}, {10, 1, 1}}, {}), {});
  ASSERT_EQ(inverse.size(), 2u);
  EXPECT_EQ(inverse[0].axes, (Dims{{6, 6, 6}}));
  EXPECT_EQ(inverse[1].kind, TransformKind::kHermitianToReal);
  EXPECT_EQ(inverse[1].loops, (Dims{{6, 6, 10}}));
}

}  // namespace
}  // namespace fft
