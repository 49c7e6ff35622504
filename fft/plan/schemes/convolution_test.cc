#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/core/target.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/scheme_testing.h"
#include "fft/tree/plan_node.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using testing_schemes::Ask;
using testing_schemes::Expand;
using testing_schemes::RefusalOf;
using testing_schemes::Request;

TEST(Convolutions, TakeLengthsWithoutPasses) {
  for (int64_t n : {2, 37, 64, 202, 1009, 3999}) {
    EXPECT_EQ(RefusalOf(SchemeKind::kBluestein, Request({{n, 1, 1}}, {})), "") << n;
  }
  for (int64_t n : {5, 37, 101, 257, 1009, 2 * 101, 10 * 101, 49 * 109, 32 * 61}) {
    EXPECT_EQ(RefusalOf(SchemeKind::kRader, Request({{n, 1, 1}}, {})), "") << n;
  }
  for (SchemeKind kind : {SchemeKind::kBluestein, SchemeKind::kRader}) {
    EXPECT_EQ(RefusalOf(kind, Request({{8, 8, 8}, {8, 1, 1}}, {})), "takes 1 axis, not 2");
    EXPECT_NE(RefusalOf(kind, Request({{1000003, 1, 1}}, {})), "");
  }
  // 67 is no radix.
  EXPECT_EQ(RefusalOf(SchemeKind::kRader, Request({{67 * 71, 1, 1}}, {})),
            "4757 is neither a prime of 5 or more nor one above 31 times a radix to 32 or two");
  EXPECT_NE(RefusalOf(SchemeKind::kRader, Request({{167, 1, 1}}, {})).find("prime factor 83"),
            std::string::npos);
}

TEST(Convolutions, AreLeavesThatKnowTheirLength) {
  TransformRequest request = Request({{37, 3, 5}}, {{2, 111, 185}});
  request.large_twiddle = {74, 0};
  for (SchemeKind kind : {SchemeKind::kBluestein, SchemeKind::kRader}) {
    const auto answer = Ask(kind, request, "sm_90");
    const auto& choices = std::get<std::vector<Choice>>(answer);
    ASSERT_EQ(choices.size(), 1u);
    EXPECT_GT(choices[0].cost, 0);
    PlanNode node;
    EXPECT_TRUE(SchemeOf(kind).expand(request, choices[0], &node).empty());
    EXPECT_EQ(node.convolution, choices[0].split.front());
    EXPECT_EQ(node.large_twiddle, request.large_twiddle);
    EXPECT_EQ(node.axes, request.axes);
    if (kind == SchemeKind::kRader) {
      EXPECT_EQ(node.convolution, 36);
    } else {
      EXPECT_GE(node.convolution, 73);
    }
  }
}

// If neighbouring reals can be pairs, there is a choice for pairs and one for single reals.
TEST(Convolutions, TransformRealsAsPairsToo) {
  for (SchemeKind kind : {SchemeKind::kBluestein, SchemeKind::kRader}) {
    for (const bool forward : {true, false}) {
      TransformRequest request = Request({{74, 1, 1}}, {});
      request.loops = {forward ? Dim{3, 74, 38} : Dim{3, 38, 74}};
      request.kind = forward ? TransformKind::kRealToHermitian : TransformKind::kHermitianToReal;
      const auto answer = Ask(kind, request, "sm_90");
      const auto& choices = std::get<std::vector<Choice>>(answer);
      ASSERT_EQ(choices.size(), 2u);
      EXPECT_LE(choices[0].cost, choices[1].cost);
      EXPECT_NE(choices[0].split.size(), choices[1].split.size());
      for (const Choice& choice : choices) {
        PlanNode node;
        SchemeOf(kind).expand(request, choice, &node);
        const bool are_pairs = choice.split.size() == 2;
        EXPECT_EQ(HoldsPairs(node), are_pairs);
        EXPECT_EQ(node.axes.front().length, are_pairs ? 37 : 74);
        EXPECT_EQ(node.loops.front(),
                  are_pairs ? (forward ? Dim{3, 37, 38} : Dim{3, 38, 37}) : request.loops.front());
      }
    }
    TransformRequest apart = Request({{74, 3, 1}}, {});
    apart.kind = TransformKind::kRealToHermitian;
    const auto answer = Ask(kind, apart, "sm_90");
    const auto& choices = std::get<std::vector<Choice>>(answer);
    ASSERT_EQ(choices.size(), 1u);
    EXPECT_EQ(choices[0].split.size(), 1u);
  }
}

absl::StatusOr<Choice> Cheapest(SchemeKind kind, int64_t n, Precision precision,
                                const char* target) {
  TransformRequest request = Request({{n, 1, 1}}, {{64, n, n}});
  request.precision = precision;
  auto answer = Ask(kind, request, target);
  if (const Refusal* refusal = std::get_if<Refusal>(&answer)) {
    return absl::UnimplementedError(refusal->reason);
  }
  return std::get<std::vector<Choice>>(answer).front();
}

TEST(Convolutions, BluesteinLengthsHoldThePaddedTransform) {
  for (const char* target : {"gfx90a", "gfx1030", "sm_90", "host"}) {
    for (int64_t n : {2, 37, 101, 1009, 1999}) {
      const auto choice = Cheapest(SchemeKind::kBluestein, n, Precision::kSingle, target);
      ASSERT_TRUE(choice.ok()) << target << " " << n << ": " << choice.status();
      const int64_t length = choice->split.front();
      EXPECT_GE(length, 2 * n - 1);
      EXPECT_LE(length, int64_t{1} << CeilLog2(std::max<int64_t>(4, 2 * n - 1)));
      EXPECT_LE(PrimeFactors(length).back(), 7);
      EXPECT_GT(choice->cost, 0);
    }
  }
}

TEST(Convolutions, OneKernelHoldsEveryPrimeUpTo4096) {
  for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
    EXPECT_TRUE(Cheapest(SchemeKind::kBluestein, 4093, precision, "sm_90").ok());
    EXPECT_TRUE(Cheapest(SchemeKind::kBluestein, 4093, precision, "host").ok());
  }
  EXPECT_TRUE(Cheapest(SchemeKind::kBluestein, 8191, Precision::kSingle, "sm_90").ok());
  EXPECT_TRUE(Cheapest(SchemeKind::kBluestein, 4093, Precision::kSingle, "gfx90a").ok());
}

TEST(Convolutions, RefuseWithReasons) {
  const auto reason = [](SchemeKind kind, int64_t n) {
    return std::string(Cheapest(kind, n, Precision::kSingle, "gfx90a").status().message());
  };
  EXPECT_EQ(reason(SchemeKind::kRader, 99),
            "99 is neither a prime of 5 or more nor one above 31 times a radix to 32 or two");
  EXPECT_NE(reason(SchemeKind::kRader, 3).find("3 is neither a prime"), std::string::npos);
  EXPECT_NE(reason(SchemeKind::kRader, 83).find("82 has the prime factor 41"), std::string::npos);
  EXPECT_EQ(
      std::string(Cheapest(SchemeKind::kRader, 202, Precision::kSingle, "host").status().message()),
      "passes that make 2 lines before a generator's order have a kernel on GPUs alone");
  EXPECT_NE(reason(SchemeKind::kBluestein, 1 << 20).find("does not fit gfx90a"), std::string::npos);
  EXPECT_NE(reason(SchemeKind::kBluestein, 1).find("lengths from 2"), std::string::npos);
}

TEST(BluesteinKernels, ConvolvesByTwoTransformsOfPackedRows) {
  const SchemeKind kind = SchemeKind::kBluesteinKernels;
  // Columns of a row-major array: the axis is slower than the loop.
  const TransformRequest request = Request({{11, 4, 1}}, {{4, 1, 11}});
  const auto answer = Ask(kind, request);
  const auto& choices = std::get<std::vector<Choice>>(answer);
  ASSERT_EQ(choices.size(), 3u);
  EXPECT_EQ(choices[0].split, (std::vector<int64_t>{24}));
  for (const Choice& choice : choices) EXPECT_GE(choice.split.front(), 2 * 11 - 1);
  const auto children = Expand(kind, request, choices[0]);
  ASSERT_EQ(children.size(), 5u);
  const AxisFormat sides[3][2] = {{AxisFormat::kComplex, AxisFormat::kChirped},
                                  {AxisFormat::kChirpedSpectrum, AxisFormat::kFiltered},
                                  {AxisFormat::kConvolved, AxisFormat::kComplex}};
  const Dim axes[3] = {{11, 4, 4}, {11, 4, 4}, {11, 4, 1}};
  const Dim loops[3] = {{4, 1, 1}, {4, 1, 1}, {4, 1, 11}};
  for (int i = 0; i < 3; ++i) {
    const TransformRequest& conversion = children[2 * i];
    EXPECT_EQ(conversion.kind, TransformKind::kConvert);
    EXPECT_EQ(conversion.in_side.format, sides[i][0]);
    EXPECT_EQ(conversion.out_side.format, sides[i][1]);
    EXPECT_EQ(conversion.axes, (Dims{axes[i]}));
    EXPECT_EQ(conversion.loops, (Dims{loops[i]}));
    EXPECT_EQ(NodeFor(SchemeKind::kConvert, conversion).InPositions(), i == 0 ? 44 : 96);
    EXPECT_EQ(NodeFor(SchemeKind::kConvert, conversion).OutPositions(), i == 2 ? 44 : 96);
  }
  for (int i : {1, 3}) {
    EXPECT_EQ(children[i].kind, TransformKind::kComplex);
    EXPECT_EQ(children[i].axes, (Dims{{24, 4, 4}}));
    EXPECT_EQ(children[i].loops, (Dims{{4, 1, 1}}));
  }
}

TEST(BluesteinColumns, SplitsBothTransformsSoThatTheirRowsMeet) {
  const SchemeKind kind = SchemeKind::kBluesteinColumns;
  const TransformRequest request = Request({{11, 4, 1}}, {{4, 1, 11}});
  const auto answer = Ask(kind, request);
  for (const Choice& choice : std::get<std::vector<Choice>>(answer)) {
    EXPECT_GE(choice.split[0] * choice.split[1], 2 * 11 - 1);
    EXPECT_GT(choice.cost, 0);
  }
  const auto children = Expand(kind, request, Choice{{4, 6}, 0});
  ASSERT_EQ(children.size(), 5u);
  EXPECT_EQ(children[0].out_side, (AxisSide{AxisFormat::kChirped, 24}));
  EXPECT_EQ(children[4].in_side, (AxisSide{AxisFormat::kConvolved, 24}));
  for (int i : {1, 3}) {
    EXPECT_EQ(children[i].scheme, SchemeKind::kStockham);
    EXPECT_EQ(children[i].axes, (Dims{{4, 24, 24}}));
    EXPECT_EQ(children[i].loops, (Dims{{4, 1, 1}, {6, 4, 4}}));
    EXPECT_EQ(children[i].large_twiddle, i == 1 ? (LargeTwiddle{24, 1}) : LargeTwiddle{});
  }
  EXPECT_EQ(children[2].scheme, SchemeKind::kFilter);
  EXPECT_EQ(children[2].axes, (Dims{{6, 4, 4}}));
  EXPECT_EQ(children[2].loops, (Dims{{4, 1, 1}, {4, 24, 24}}));
  EXPECT_EQ(children[2].large_twiddle, (LargeTwiddle{24, 1}));
  EXPECT_EQ(children[2].row.operation, RowOperation::kFilter);
  EXPECT_EQ(children[2].row.points, 11);
  EXPECT_EQ(children[2].row.length, 24);
  EXPECT_EQ(children[2].row.axis_step, 1);
  EXPECT_EQ(children[2].row.loop_steps, (std::vector<int64_t>{0, 6}));
}

// The first conversion reads, and the last one writes, the transform's kinds of data. All data
// between them is complex.
TEST(BluesteinColumns, ConvolvesReals) {
  const SchemeKind kind = SchemeKind::kBluesteinColumns;
  for (const bool forward : {true, false}) {
    TransformRequest request = Request({{11, 1, 1}}, {});
    request.loops = {forward ? Dim{4, 11, 6} : Dim{4, 6, 11}};
    request.kind = forward ? TransformKind::kRealToHermitian : TransformKind::kHermitianToReal;
    const auto children = Expand(kind, request, Choice{{4, 6}, 0});
    ASSERT_EQ(children.size(), 5u);
    const AxisSide reals = {AxisFormat::kReal}, spectrum = {AxisFormat::kHermitian};
    EXPECT_EQ(children[0].in_side, forward ? reals : spectrum);
    EXPECT_EQ(children[0].out_side, (AxisSide{AxisFormat::kChirped, 24}));
    EXPECT_EQ(children[4].in_side, (AxisSide{AxisFormat::kConvolved, 24}));
    EXPECT_EQ(children[4].out_side, forward ? spectrum : reals);
    const PlanNode in = NodeFor(SchemeKind::kConvert, children[0]);
    const PlanNode out = NodeFor(SchemeKind::kConvert, children[4]);
    EXPECT_EQ(in.InPositions(), forward ? 44 : 24);
    EXPECT_EQ(in.OutPositions(), 96);
    EXPECT_EQ(out.OutPositions(), forward ? 24 : 44);
    for (int i : {1, 3}) EXPECT_EQ(children[i].kind, TransformKind::kComplex);
    EXPECT_EQ(children[2].kind, TransformKind::kChain);
    EXPECT_EQ(children[2].in_side, AxisSide{});
  }
}

// From a spectrum to an even number of reals, the points are pairs. The first conversion makes
// them.
TEST(BluesteinColumns, MakesPairsOfASpectrum) {
  const SchemeKind kind = SchemeKind::kBluesteinColumns;
  for (const bool forward : {true, false}) {
    TransformRequest request = Request({{22, 1, 1}}, {});
    request.loops = {forward ? Dim{4, 22, 12} : Dim{4, 12, 22}};
    request.kind = forward ? TransformKind::kRealToHermitian : TransformKind::kHermitianToReal;
    const int64_t points = forward ? 22 : 11, length = forward ? 48 : 24;
    const auto children = Expand(kind, request, Choice{{4, length / 4}, 0});
    ASSERT_EQ(children.size(), 5u);
    EXPECT_EQ(children[0].axes.front().length, points);
    EXPECT_EQ(children[0].in_side.format,
              forward ? AxisFormat::kReal : AxisFormat::kHermitianOfPairs);
    EXPECT_EQ(children[0].out_side, (AxisSide{AxisFormat::kChirped, length}));
    EXPECT_EQ(children[2].row.points, points);
    EXPECT_EQ(children[4].out_side.format, forward ? AxisFormat::kHermitian : AxisFormat::kComplex);
    const PlanNode in = NodeFor(SchemeKind::kConvert, children[0]);
    const PlanNode out = NodeFor(SchemeKind::kConvert, children[4]);
    EXPECT_EQ(in.InPositions(), forward ? 88 : 48);
    EXPECT_EQ(in.OutPositions(), 4 * length);
    EXPECT_EQ(out.OutPositions(), forward ? 48 : 44);
  }
}

// The refusal comes before any of the many lengths and splits is priced.
TEST(BluesteinColumns, RefusesFirstWhereNoGridHoldsItsConversions) {
  const int64_t rows = 1663869531;
  const TransformRequest request = Request({{3593, 1, 1}}, {{rows, 3593, 3593}});
  const Target target = *FindTarget("gfx90a");
  Planning planning(target, /*work=*/2, {});
  const auto answer = ChoicesOf(SchemeOf(SchemeKind::kBluesteinColumns), request, &planning);
  ASSERT_TRUE(std::holds_alternative<Refusal>(answer));
  EXPECT_NE(std::get<Refusal>(answer).reason.find("a grid holds at most"), std::string::npos);
  EXPECT_FALSE(planning.IsShort());
}

class BluesteinInKernels : public testing::TestWithParam<SchemeKind> {};

INSTANTIATE_TEST_SUITE_P(Schemes, BluesteinInKernels,
                         testing::Values(SchemeKind::kBluesteinColumns,
                                         SchemeKind::kBluesteinKernels),
                         [](const auto& info) { return ToString(info.param); });

TEST_P(BluesteinInKernels, RefusesWhatOnlyOneKernelCanDo) {
  const SchemeKind kind = GetParam();
  EXPECT_EQ(RefusalOf(kind, Request({{1000003, 1, 1}}, {{3, 1000003, 1000003}})), "");
  EXPECT_EQ(RefusalOf(kind, Request({{8, 8, 8}, {8, 1, 1}}, {})), "takes 1 axis, not 2");
  TransformRequest request = Request({{37, 1, 1}}, {{2, 37, 37}});
  request.large_twiddle = {74, 0};
  EXPECT_EQ(RefusalOf(kind, request), "the twiddles of the step around it need one kernel");
  EXPECT_EQ(RefusalOf(kind, Request({{1, 1, 1}}, {})),
            "a convolution takes lengths from 2 to 2147483647");
  if (kind == SchemeKind::kBluesteinKernels) {
    EXPECT_EQ(RefusalOf(kind, Request({{2147483647, 1, 1}}, {})), "");
  }
  EXPECT_EQ(RefusalOf(kind, Request({{int64_t{1} << 31, 1, 1}}, {})),
            "a convolution takes lengths from 2 to 2147483647");
}

}  // namespace
}  // namespace fft
