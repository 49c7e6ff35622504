// The schemes of chains (fft/core/chain.h).
#include <optional>
#include <utility>
#include <vector>

#include "fft/plan/scheme.h"
#include "fft/plan/schemes/scheme_testing.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using testing_schemes::Expand;
using testing_schemes::RefusalOf;
using testing_schemes::Request;

TransformRequest ChainOver(Dims axes, Dims loops, AxisFormat format) {
  TransformRequest request = Request(std::move(axes), std::move(loops));
  request.kind = TransformKind::kChain;
  request.in_side.format = request.out_side.format = format;
  request.row.operation = RowOperation::kSpectrum;
  request.row.axis_step = 1;
  request.row.loop_steps.assign(request.loops.size(), 0);
  return request;
}

// Two rows of 24 = 4 * 6 points, each with its own spectrum.
TEST(ChainColumns, MultipliesBetweenColumns) {
  const SchemeKind kind = SchemeKind::kChainColumns;
  TransformRequest request = ChainOver({{24, 1, 1}}, {{2, 24, 12}}, AxisFormat::kComplex);
  request.kinds = {AxisKind::kInverse};
  request.row.loop_steps = {24};
  request.out_ranges = {{18, 12}};
  const auto children = Expand(kind, request, Choice{{4, 6}, 0});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].kind, TransformKind::kComplex);
  EXPECT_EQ(children[0].kinds, (std::vector<AxisKind>{AxisKind::kForward}));
  EXPECT_EQ(children[0].axes, (Dims{{4, 6, 6}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 24, 24}, {6, 1, 1}}));
  EXPECT_EQ(children[0].large_twiddle, (LargeTwiddle{24, 1}));
  EXPECT_EQ(children[1].scheme, SchemeKind::kFilter);
  EXPECT_EQ(children[1].kinds, (std::vector<AxisKind>{AxisKind::kInverse}));
  EXPECT_EQ(children[1].axes, (Dims{{6, 1, 1}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 24, 24}, {4, 6, 6}}));
  EXPECT_EQ(children[1].large_twiddle, (LargeTwiddle{24, 1}));
  EXPECT_EQ(children[1].row.operation, RowOperation::kSpectrum);
  EXPECT_EQ(children[1].row.axis_step, 4);
  EXPECT_EQ(children[1].row.loop_steps, (std::vector<int64_t>{24, 1}));
  EXPECT_EQ(children[2].kinds, (std::vector<AxisKind>{AxisKind::kInverse}));
  EXPECT_EQ(children[2].axes, (Dims{{4, 6, 6}}));
  EXPECT_EQ(children[2].loops, (Dims{{2, 24, 12}, {6, 1, 1}}));
  EXPECT_EQ(children[2].large_twiddle, LargeTwiddle{});
  EXPECT_EQ(children[2].out_ranges, (Ranges{{3, 2}}));
}

// Between the children lie rows 0 .. 2 of half a spectrum. The middle child's loops step by 24, the
// reals of a spectrum of 13 elements.
TEST(ChainColumns, KeepsHalfASpectrumOfReals) {
  TransformRequest request = ChainOver({{24, 1, 1}}, {{2, 24, 24}}, AxisFormat::kReal);
  request.row.loop_steps = {13};
  const auto children = Expand(SchemeKind::kChainColumns, request, Choice{{4, 6}, 0});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].kind, TransformKind::kRealToHermitian);
  EXPECT_EQ(children[0].loops, (Dims{{2, 24, 18}, {6, 1, 1}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 18, 18}, {3, 6, 6}}));
  EXPECT_EQ(children[1].row.operation, RowOperation::kHalfSpectrum);
  EXPECT_EQ(children[1].row.reals, 24);
  EXPECT_EQ(children[1].row.loop_steps, (std::vector<int64_t>{24, 1}));
  EXPECT_EQ(children[2].kind, TransformKind::kHermitianToReal);
  EXPECT_EQ(children[2].loops, (Dims{{2, 18, 24}, {6, 1, 1}}));
}

TEST(ChainColumns, ConvertsRangesThatAreNoRows) {
  TransformRequest request = ChainOver({{24, 1, 1}}, {{2, 10, 24}}, AxisFormat::kReal);
  request.in_ranges = {{1, 10}};
  const auto children = Expand(SchemeKind::kChainColumns, request, Choice{{4, 6}, 0});
  ASSERT_EQ(children.size(), 4u);
  EXPECT_EQ(children[0].kind, TransformKind::kConvert);
  EXPECT_EQ(children[0].in_side, SideOf(AxisFormat::kReal, 24, request.in_ranges));
  EXPECT_EQ(children[0].out_side, AxisSide{AxisFormat::kReal});
  EXPECT_EQ(children[0].loops, (Dims{{2, 10, 24}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 24, 18}, {6, 1, 1}}));
  EXPECT_TRUE(children[1].in_ranges.empty());
}

TEST(ChainColumns, RefusesPrimesAndNarrowNumbers) {
  const SchemeKind kind = SchemeKind::kChainColumns;
  EXPECT_NE(RefusalOf(kind, ChainOver({{101, 1, 1}}, {}, AxisFormat::kComplex)), "");
  TransformRequest half = ChainOver({{4096, 1, 1}}, {}, AxisFormat::kComplex);
  EXPECT_EQ(RefusalOf(kind, half), "");
  half.precision = Precision::kHalf;
  EXPECT_EQ(RefusalOf(kind, half), "half precision does not hold the numbers between kernels");
}

// 6 x 8 reals: the input holds rows 1 to 3, and the output columns 0 to 3.
TEST(ChainAxes, ConvolvesTheSlowestAxisBetween) {
  TransformRequest request = ChainOver({{6, 8, 4}, {8, 1, 1}}, {{2, 24, 24}}, AxisFormat::kReal);
  request.row.loop_steps = {30};
  request.in_ranges = {{1, 3}, {0, 8}};
  request.out_ranges = {{0, 6}, {0, 4}};
  const auto children = Expand(SchemeKind::kChainAxes, request, Choice{});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].kind, TransformKind::kRealToHermitian);
  EXPECT_EQ(children[0].axes, (Dims{{8, 1, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 24, 15}, {3, 8, 5}}));
  EXPECT_TRUE(children[0].in_ranges.empty());
  EXPECT_EQ(children[1].kind, TransformKind::kChain);
  EXPECT_EQ(children[1].scheme, std::nullopt);
  EXPECT_EQ(children[1].axes, (Dims{{6, 5, 5}}));
  EXPECT_EQ(children[1].loops, (Dims{{2, 15, 30}, {5, 1, 1}}));
  EXPECT_EQ(children[1].in_ranges, (Ranges{{1, 3}}));
  EXPECT_TRUE(children[1].out_ranges.empty());
  EXPECT_EQ(children[1].row.axis_step, 5);
  EXPECT_EQ(children[1].row.loop_steps, (std::vector<int64_t>{30, 1}));
  EXPECT_EQ(children[2].kind, TransformKind::kHermitianToReal);
  EXPECT_EQ(children[2].loops, (Dims{{2, 30, 24}, {6, 5, 4}}));
  EXPECT_EQ(children[2].out_ranges, (Ranges{{0, 4}}));
}

// The layer takes 2 elements with 3 channels of 8 x 10 reals to 5 channels. It keeps rows 0, 1 and
// 7 and columns 0 to 3 of the spectrum.
TEST(ChainLayer, MultipliesKeptModes) {
  TransformRequest request = Request({{5, 80, 80}, {8, 10, 10}, {10, 1, 1}}, {{2, 240, 400}});
  request.kind = TransformKind::kLayer;
  request.in_side.format = request.out_side.format = AxisFormat::kReal;
  request.in_ranges = {{0, 3}, {0, 8}, {0, 10}};
  request.out_ranges = {{0, 5}, {0, 8}, {0, 10}};
  request.modes = {{7, 3}, {0, 4}};
  request.row.operation = RowOperation::kMatrix;
  request.row.in_step = 60;
  request.row.axis_step = 12;
  request.row.loop_steps = {0};
  const auto children = Expand(SchemeKind::kChainLayer, request, Choice{});
  ASSERT_EQ(children.size(), 4u);
  EXPECT_EQ(children[0].kind, TransformKind::kRealToHermitian);
  EXPECT_EQ(children[0].axes, (Dims{{8, 10, 4}, {10, 1, 1}}));
  EXPECT_EQ(children[0].loops, (Dims{{2, 240, 36}, {3, 80, 12}}));
  EXPECT_EQ(children[0].out_ranges, request.modes);
  EXPECT_EQ(children[1].scheme, SchemeKind::kChannels);
  EXPECT_EQ(children[1].axes, (Dims{{5, 12, 12}}));
  EXPECT_EQ(children[1].in_ranges, (Ranges{{0, 3}}));
  EXPECT_TRUE(children[1].out_ranges.empty());
  EXPECT_EQ(children[1].loops, (Dims{{2, 36, 60}, {12, 1, 1}}));
  EXPECT_EQ(children[1].row.loop_steps, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(children[2].kind, TransformKind::kComplex);
  EXPECT_EQ(children[2].axes, (Dims{{8, 4, 4}}));
  EXPECT_EQ(children[2].in_ranges, (Ranges{{7, 3}}));
  EXPECT_EQ(children[2].loops, (Dims{{2, 60, 160}, {5, 12, 32}, {4, 1, 1}}));
  EXPECT_EQ(children[3].kind, TransformKind::kHermitianToReal);
  EXPECT_EQ(children[3].axes, (Dims{{10, 1, 1}}));
  EXPECT_EQ(children[3].in_ranges, (Ranges{{0, 4}}));
  EXPECT_EQ(children[3].loops, (Dims{{2, 160, 400}, {5, 32, 80}, {8, 4, 10}}));
}

// Complex axes go back together; axes of one element have nothing to transform.
TEST(ChainLayer, TransformsComplexAxesBackTogether) {
  TransformRequest request = Request({{3, 96, 96}, {8, 12, 12}, {1, 12, 12}, {12, 1, 1}}, {});
  request.kind = TransformKind::kLayer;
  request.row.operation = RowOperation::kMatrix;
  const auto children = Expand(SchemeKind::kChainLayer, request, Choice{});
  ASSERT_EQ(children.size(), 3u);
  EXPECT_EQ(children[0].axes, (Dims{{8, 12, 12}, {12, 1, 1}}));
  EXPECT_EQ(children[1].loops, (Dims{{96, 1, 1}}));
  EXPECT_EQ(children[2].axes, (Dims{{8, 12, 12}, {12, 1, 1}}));
  EXPECT_EQ(children[2].loops, (Dims{{3, 96, 96}}));
  EXPECT_TRUE(children[2].in_ranges.empty());
}

TEST(ChainLayer, RefusesNarrowNumbers) {
  TransformRequest request = Request({{3, 16, 16}, {16, 1, 1}}, {});
  request.kind = TransformKind::kLayer;
  request.row.operation = RowOperation::kMatrix;
  request.precision = Precision::kBfloat16;
  EXPECT_EQ(RefusalOf(SchemeKind::kChainLayer, request),
            "bfloat16 precision does not hold the numbers between kernels");
}

}  // namespace
}  // namespace fft
