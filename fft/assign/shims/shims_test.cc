#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/decision.h"
#include "fft/assign/naive_executor.h"
#include "fft/assign/search.h"
#include "fft/assign/shims/shim.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "fft/shapes/kernel_shape.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// Kernels hold 16 points, so that short transforms need several of them.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.name = "tiny";
  target.lds_bytes = 256;
  return target;
}

struct Planned {
  Problem problem;
  PlanNode tree;
  SearchResult search;
};

Planned Assign(const std::string& token, SchemeKind scheme, Strategy strategy) {
  Planned planned;
  planned.problem = *ParseToken(token);
  PlanOptions options;
  options.scheme = scheme;
  options.strategy = strategy;
  planned.tree = *MakePlanTree(planned.problem, TinyTarget(), options, nullptr);
  planned.search = *AssignBuffers(planned.problem, planned.tree, TinyTarget(), options);
  return planned;
}

std::string RunWinner(const Planned& planned) {
  return RunNaively(planned.problem, planned.tree, planned.search.candidates.front(),
                    TransformOrder::kForward);
}

PlanNode Leaf(SchemeKind scheme, Dims axes, Dims loops) {
  PlanNode node;
  node.scheme = scheme;
  node.axes = std::move(axes);
  node.loops = std::move(loops);
  return node;
}

// A transform of 6 x 4 with both neighbours: rows of 4, and transposes around them.
const PlanNode kRows = Leaf(SchemeKind::kStockham, {{4, 1, 1}}, {{6, 4, 4}});
const PlanNode kBefore = Leaf(SchemeKind::kTranspose, {{4, 6, 1}}, {{6, 1, 4}});
const PlanNode kAfter = Leaf(SchemeKind::kTranspose, {{4, 1, 6}}, {{6, 4, 1}});

const KernelOption* Find(const ShimOffers& offers, ShimKind kind) {
  for (const KernelOption& kernel : offers.kernels) {
    if (kernel.shim == kind) return &kernel;
  }
  return nullptr;
}

TEST(Shims, ComposeIndexMaps) {
  const ShimOffers offers =
      OfferShims({&kBefore, &kRows, &kAfter}, Precision::kSingle, TinyTarget());
  const KernelOption* read = Find(offers, ShimKind::kTransposeStockham);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->leaf, 0);
  EXPECT_EQ(read->leaf_count, 2);
  EXPECT_EQ(read->node.axes, (Dims{{4, 6, 1}}));
  EXPECT_EQ(read->node.loops, (Dims{{6, 1, 4}}));
  const KernelOption* write = Find(offers, ShimKind::kStockhamTranspose);
  ASSERT_NE(write, nullptr);
  EXPECT_EQ(write->leaf, 1);
  EXPECT_EQ(write->node.axes, (Dims{{4, 1, 6}}));
  EXPECT_EQ(write->node.loops, (Dims{{6, 4, 1}}));
  const KernelOption* both = Find(offers, ShimKind::kTransposeStockhamTranspose);
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->leaf_count, 3);
  EXPECT_EQ(both->node.axes, (Dims{{4, 6, 6}}));
  EXPECT_EQ(both->node.loops, (Dims{{6, 1, 1}}));
  EXPECT_TRUE(offers.refusals.empty());
}

TEST(Shims, TakeTheTwiddlesOfATransposeAlongTheTransformedAxis) {
  PlanNode twiddled = kAfter;
  twiddled.large_twiddle = {24, 0};
  const ShimOffers offers = OfferShims({&kRows, &twiddled}, Precision::kSingle, TinyTarget());
  const KernelOption* fused = Find(offers, ShimKind::kStockhamTranspose);
  ASSERT_NE(fused, nullptr);
  EXPECT_EQ(fused->node.large_twiddle, (LargeTwiddle{24, 0}));
}

TEST(Shims, RefuseWithReasons) {
  const auto reasons = [](const std::vector<const PlanNode*>& leaves, const Target& target) {
    std::string text;
    for (const ShimRefusal& refusal : OfferShims(leaves, Precision::kSingle, target).refusals) {
      text += ToString(refusal.shim) + ": " + refusal.reason + "\n";
    }
    return text;
  };
  PlanNode twiddled = kBefore;
  twiddled.large_twiddle = {24, 0};
  EXPECT_EQ(reasons({&twiddled, &kRows}, TinyTarget()),
            "TRANSPOSE+STOCKHAM: the transpose's twiddles come before the transform\n");
  PlanNode across = Leaf(SchemeKind::kTranspose, {{6, 4, 1}}, {{4, 1, 6}});
  across.large_twiddle = {24, 0};
  EXPECT_EQ(reasons({&kRows, &across}, TinyTarget()),
            "STOCKHAM+TRANSPOSE: the transpose's twiddles do not run along the axis that is "
            "transformed\n");
  PlanNode both = kRows;
  both.large_twiddle = {24, 0};
  PlanNode along = kAfter;
  along.large_twiddle = {24, 0};
  EXPECT_EQ(reasons({&both, &along}, TinyTarget()),
            "STOCKHAM+TRANSPOSE: both leaves have twiddles\n");
  // A transform that straddles the digits of the transpose cannot be read through it.
  const PlanNode coarse = Leaf(SchemeKind::kTranspose, {{3, 8, 1}}, {{8, 1, 3}});
  EXPECT_NE(reasons({&coarse, &kRows}, TinyTarget()).find("has no single stride"),
            std::string::npos);
}

// The fused kernels that a target offers for rows of `length` points between two transposes.
ShimOffers OffersOfRows(int64_t length, const Target& target) {
  const PlanNode before = Leaf(SchemeKind::kTranspose, {{length, 6, 1}}, {{6, 1, length}});
  const PlanNode rows = Leaf(SchemeKind::kStockham, {{length, 1, 1}}, {{6, length, length}});
  const PlanNode after = Leaf(SchemeKind::kTranspose, {{length, 1, 6}}, {{6, length, 1}});
  return OfferShims({&before, &rows, &after}, Precision::kSingle, target);
}

TEST(Shims, AreNotOfferedWithoutAKernelForTheTarget) {
  // The tiny target's LDS holds two exchange arrays of 16 points. A kernel of one pass exchanges
  // nothing, a kernel of two passes needs an array.
  for (int64_t length : {2, 16, 18, 32})
    EXPECT_EQ(OffersOfRows(length, TinyTarget()).kernels.size(), 3u);
  for (int64_t length : {36, 37}) {
    SCOPED_TRACE(length);
    const ShimOffers offers = OffersOfRows(length, TinyTarget());
    EXPECT_TRUE(offers.kernels.empty());
    ASSERT_EQ(offers.refusals.size(), 3u);
    for (const ShimRefusal& refusal : offers.refusals) {
      EXPECT_EQ(
          refusal.reason,
          std::string(ChooseKernelShape({.length = length}, TinyTarget()).status().message()));
    }
  }
  EXPECT_EQ(OffersOfRows(32, *FindTarget("host")).kernels.size(), 3u);
}

// Columns of 16 points stay in the registers of a thread; the rows that a transpose makes of them
// pass through LDS.
TEST(Shims, AreNotOfferedWhereOnlyTheLeafHasAKernel) {
  Target target = *FindTarget("sm_90");
  target.lds_bytes = 64;
  const PlanNode columns = Leaf(SchemeKind::kStockham, {{16, 6, 6}}, {{6, 1, 1}});
  const PlanNode after = Leaf(SchemeKind::kTranspose, {{16, 6, 1}}, {{6, 1, 16}});
  const auto shape = [&target](Tiling tiling) {
    return ChooseKernelShape({.length = 16, .tiling = tiling, .count = 6}, target).status();
  };
  ASSERT_TRUE(shape(Tiling::kColCol).ok()) << shape(Tiling::kColCol);
  ASSERT_FALSE(shape(Tiling::kColRow).ok());
  const ShimOffers offers = OfferShims({&columns, &after}, Precision::kSingle, target);
  EXPECT_TRUE(offers.kernels.empty());
  ASSERT_EQ(offers.refusals.size(), 1u);
  EXPECT_NE(offers.refusals[0].reason.find("LDS"), std::string::npos) << offers.refusals[0].reason;
  EXPECT_EQ(OfferShims({&columns, &after}, Precision::kSingle, *FindTarget("sm_90")).kernels.size(),
            1u);
}

struct SchemeCase {
  SchemeKind scheme;
  const char* token;
  size_t leaves;
  size_t fused_steps;  // the number of steps of the winner
};

// Explicit transposes disappear into their neighbours, and the result stays right.
TEST(Shims, EmptyPlansOfTransposes) {
  const SchemeCase cases[] = {
      {SchemeKind::kL1dTrtrt, "complex_forward_len_256_double_op", 5, 2},
      {SchemeKind::kL1dTrtrt, "complex_inverse_len_60_double_ip_batch_3_scale_0.5", 5, 2},
      {SchemeKind::kL1dCrt, "complex_forward_len_60_double_op_batch_2", 3, 2},
      {SchemeKind::k2dRtrt, "complex_forward_len_12_10_double_op_batch_2", 4, 2},
      {SchemeKind::k3dRtrt, "complex_forward_len_6_5_4_double_op", 5, 3},
      {SchemeKind::k3dTrtrtr, "complex_inverse_len_6_5_4_double_ip_batch_2", 6, 3},
  };
  for (const SchemeCase& c : cases) {
    SCOPED_TRACE(c.token);
    const Planned planned = Assign(c.token, c.scheme, Strategy::kMostFusion);
    const Candidate& winner = planned.search.candidates.front();
    EXPECT_EQ(Leaves(planned.tree).size(), c.leaves) << ToString(planned.tree);
    EXPECT_EQ(winner.steps.size(), c.fused_steps) << ToString(planned.tree);
    EXPECT_EQ(winner.scores.fused, static_cast<int>(c.leaves - c.fused_steps));
    EXPECT_EQ(RunWinner(planned), "");
  }
}

// A convolution of rows of 5 in rows of 12 = 3 x 4, batch 2: chirp, columns of 3, rows of 4.
EnclosingRow RowOf(RowOperation product, int64_t axis_step, std::vector<int64_t> loop_steps,
                   int64_t stride) {
  return {product, 5, 12, 0, axis_step, std::move(loop_steps), stride};
}
PlanNode Conversion(Dim axis, Dim batch, AxisSide in, AxisSide out) {
  PlanNode node = Leaf(SchemeKind::kConvert, {axis}, {batch});
  node.in_side = in;
  node.out_side = out;
  node.convolution = 12;
  return node;
}
const PlanNode kChirpIn =
    Conversion({5, 3, 1}, {2, 20, 12}, {}, {.format = AxisFormat::kChirped, .length = 12});
const PlanNode kFilter =
    Conversion({5, 1, 1}, {2, 12, 12}, {.format = AxisFormat::kChirpedSpectrum, .length = 12},
               {.format = AxisFormat::kFiltered, .length = 12});
const PlanNode kChirpOut =
    Conversion({5, 1, 2}, {2, 12, 11}, {.format = AxisFormat::kConvolved, .length = 12}, {});
const PlanNode kColumnsOf3 = Leaf(SchemeKind::kStockham, {{3, 4, 4}}, {{4, 1, 1}, {2, 12, 12}});
const PlanNode kRowsOf4 = Leaf(SchemeKind::kStockham, {{4, 1, 3}}, {{3, 4, 1}, {2, 12, 12}});

TEST(Shims, StepAlongTheRowsOfAConvolution) {
  const ShimOffers offers = OfferShims(
      {&kChirpIn, &kColumnsOf3, &kRowsOf4, &kFilter, &kColumnsOf3, &kRowsOf4, &kChirpOut},
      Precision::kSingle, TinyTarget());
  EXPECT_TRUE(offers.refusals.empty());
  ASSERT_EQ(offers.kernels.size(), 3u);
  const KernelOption* in = Find(offers, ShimKind::kChirpStockham);
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(in->leaf, 0);
  // Points beyond the fifth have strides too, since the row goes on.
  EXPECT_EQ(in->node.axes, (Dims{{3, 12, 4}}));
  EXPECT_EQ(in->node.loops, (Dims{{4, 3, 1}, {2, 20, 12}}));
  EXPECT_EQ(in->node.row, RowOf(RowOperation::kChirpIn, 4, {1, 0}, 3));
  const KernelOption* filter = Find(offers, ShimKind::kStockhamFilter);
  ASSERT_NE(filter, nullptr);
  EXPECT_EQ(filter->leaf, 2);
  EXPECT_EQ(filter->node.axes, kRowsOf4.axes);
  EXPECT_EQ(filter->node.loops, kRowsOf4.loops);
  EXPECT_EQ(filter->node.row, RowOf(RowOperation::kFilter, 3, {1, 0}, 0));
  const KernelOption* out = Find(offers, ShimKind::kStockhamChirp);
  ASSERT_NE(out, nullptr);
  EXPECT_EQ(out->leaf, 5);
  EXPECT_EQ(out->node.axes, (Dims{{4, 1, 6}}));
  EXPECT_EQ(out->node.loops, (Dims{{3, 4, 2}, {2, 12, 11}}));
  EXPECT_EQ(out->node.row, RowOf(RowOperation::kChirpOut, 3, {1, 0}, 2));
}

// Half a spectrum of 5 reals is three elements of a row that the kernel reads or writes.
TEST(Shims, StepAlongTheRowsOfAConvolutionOfReals) {
  const AxisSide reals = {AxisFormat::kReal}, spectrum = {AxisFormat::kHermitian};
  const AxisSide chirped = {AxisFormat::kChirped, 12}, convolved = {AxisFormat::kConvolved, 12};
  for (const bool forward : {true, false}) {
    const PlanNode into =
        Conversion({5, 1, 1}, {2, forward ? 5 : 3, 12}, forward ? reals : spectrum, chirped);
    const PlanNode out_of =
        Conversion({5, 1, 1}, {2, 12, forward ? 3 : 5}, convolved, forward ? spectrum : reals);
    const ShimOffers offers =
        OfferShims({&into, &kColumnsOf3, &kRowsOf4, &out_of}, Precision::kSingle, TinyTarget());
    EXPECT_TRUE(offers.refusals.empty());
    const KernelOption* in = Find(offers, ShimKind::kChirpStockham);
    const KernelOption* out = Find(offers, ShimKind::kStockhamChirp);
    ASSERT_TRUE(in != nullptr && out != nullptr);
    EnclosingRow row =
        RowOf(forward ? RowOperation::kChirpIn : RowOperation::kChirpUnfoldIn, 4, {1, 0}, 1);
    EnclosingRow back = RowOf(RowOperation::kChirpOut, 3, {1, 0}, 1);
    EnclosingRow& folded = forward ? back : row;
    folded.points = 3;
    folded.reals = 5;
    EXPECT_EQ(in->node.row, row);
    EXPECT_EQ(in->node.in_side, forward ? reals : AxisSide());
    EXPECT_EQ(in->node.InElements(), 2 * (forward ? 5 : 3));
    EXPECT_EQ(out->node.row, back);
    EXPECT_EQ(out->node.out_side, forward ? AxisSide() : reals);
    EXPECT_EQ(out->node.OutElements(), 2 * (forward ? 3 : 5));
  }
}

// The spectrum of 5 pairs of reals is six elements of a row that the kernel reads. Its points are
// the five pairs.
TEST(Shims, MakePairsOfTheRowsThatTheyRead) {
  const AxisSide chirped = {AxisFormat::kChirped, 12};
  const PlanNode into =
      Conversion({5, 3, 1}, {2, 18, 12}, {AxisFormat::kHermitianOfPairs}, chirped);
  const ShimOffers offers =
      OfferShims({&into, &kColumnsOf3, &kRowsOf4}, Precision::kSingle, TinyTarget());
  EXPECT_TRUE(offers.refusals.empty());
  const KernelOption* in = Find(offers, ShimKind::kChirpStockham);
  ASSERT_NE(in, nullptr);
  EXPECT_EQ(in->node.axes, (Dims{{3, 12, 4}}));
  EXPECT_EQ(in->node.row, RowOf(RowOperation::kChirpIn, 4, {1, 0}, 3));
  EXPECT_EQ(in->node.in_side, (AxisSide{AxisFormat::kHermitianOfPairs, 3}));
  EXPECT_EQ(in->node.InElements(), 2 * 6);
  EXPECT_EQ(in->node.InPositions(), 36);
  EXPECT_EQ(in->node.OutElements(), 2 * 12);
}

TEST(Shims, RefuseWhatCrossesTheRowsOfAConvolution) {
  const auto reason = [](const PlanNode& leaf) {
    const ShimOffers offers = OfferShims({&leaf, &kFilter}, Precision::kSingle, TinyTarget());
    return offers.refusals.size() == 1 ? offers.refusals[0].reason : "";
  };
  EXPECT_EQ(reason(Leaf(SchemeKind::kStockham, {{3, 8, 8}}, {{8, 1, 1}})),
            "the transformed axis does not stay within a row");
  EXPECT_EQ(reason(Leaf(SchemeKind::kStockham, {{2, 12, 12}}, {{12, 1, 1}})),
            "the transformed axis does not stay within a row");
  EXPECT_EQ(reason(Leaf(SchemeKind::kStockham, {{4, 1, 3}}, {{3, 8, 8}, {2, 4, 1}})),
            "a loop of 3 steps crosses rows");
}

TEST(Shims, ChangeTheLengthOfRowsOutOfPlaceOnly) {
  const Problem problem = *ParseToken("complex_forward_len_37_double_ip");
  PlanOptions options;
  options.scheme = SchemeKind::kBluesteinKernels;
  const Target target = TinyTarget();
  const PlanNode tree = *MakePlanTree(problem, target, options, nullptr);
  const std::vector<const PlanNode*> leaves = Leaves(tree);
  std::vector<KernelOption> kernels = PlainKernels(leaves);
  const ShimOffers offers = OfferShims(leaves, problem.precision, target);
  kernels.push_back(*Find(offers, ShimKind::kChirpStockham));
  DecisionFunction decision(problem, target, kernels, DecisionFunction::InputAccess::kReadOnly);
  const int chirp = static_cast<int>(kernels.size()) - 1;
  const EdgePlacement in = decision.Place(0, Buffer::kUserOut);
  EdgePlacement out = decision.Place(2, Buffer::kTemp0);
  EXPECT_EQ(decision.ValidOutBuffer(chirp, in, out).refusal, "");
  out.buffer = Buffer::kUserOut;
  EXPECT_EQ(decision.ValidOutBuffer(chirp, in, out).refusal,
            absl::StrCat("a transform between rows of 37 and of ", kernels[chirp].node.row.length,
                         " points cannot run in place in USER_OUT"));
}

// The conversions of convolutions disappear into the transforms between them.
TEST(Shims, EmptyPlansOfConversions) {
  struct Expected {
    SchemeKind scheme;
    size_t leaves, steps;
  };
  const char* tokens[] = {
      "complex_forward_len_37_double_op",
      "complex_inverse_len_37_double_ip_batch_3_scale_0.5",
      "complex_inverse_len_41_double_op_batch_3_istride_3_CI_ostride_4_CI_idist_1_odist_1",
      "complex_forward_len_37_double_op_batch_2_istride_2_CP_ostride_3_CP_idist_80_odist_120",
  };
  for (const Expected& one : {Expected{SchemeKind::kBluesteinKernels, 7, 4},
                              Expected{SchemeKind::kBluesteinColumns, 5, 3}}) {
    for (const char* token : tokens) {
      SCOPED_TRACE(token);
      const Planned planned = Assign(token, one.scheme, Strategy::kBalanced);
      const Candidate& winner = planned.search.candidates.front();
      EXPECT_EQ(Leaves(planned.tree).size(), one.leaves) << ToString(planned.tree);
      EXPECT_EQ(winner.steps.size(), one.steps) << ToString(planned.tree);
      EXPECT_EQ(RunWinner(planned), "");
    }
  }
}

TEST(Shims, EveryRowSaysWhatItIs) {
  std::set<std::string> names;
  for (const Shim& shim : ShimTable()) {
    EXPECT_TRUE(names.insert(ToString(shim.kind)).second);
    EXPECT_NE(ToString(shim.kind), "?");
    EXPECT_GE(shim.leaf_count(), 2);
    for (const char* text : {shim.takes, shim.placement, shim.becomes}) {
      EXPECT_GT(std::string(text).size(), 10u);
    }
  }
}

}  // namespace
}  // namespace fft
