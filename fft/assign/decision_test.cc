#include "fft/assign/decision.h"

#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using InputAccess = DecisionFunction::InputAccess;

// A problem with the tree of a forced scheme.
struct Planned {
  Problem problem;
  PlanNode tree;
  Target target = *FindTarget("gfx90a");
  std::vector<KernelOption> kernels;

  explicit Planned(const std::string& token, std::optional<SchemeKind> scheme = std::nullopt)
      : problem(*ParseToken(token)) {
    PlanOptions options;
    options.scheme = scheme;
    tree = *MakePlanTree(problem, target, options, nullptr);
    kernels = PlainKernels(Leaves(tree));
  }
};

TEST(ValidOutBuffer, GivesMemoryStrides) {
  const Planned planned(
      "complex_forward_len_12_20_double_op_batch_2_istride_21_1_CI_ostride_1_12_CI_idist_252_"
      "odist_240",
      SchemeKind::k2dRc);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  const Decision& rows =
      decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserIn), decide.Place(1, Buffer::kUserOut));
  ASSERT_TRUE(rows.valid()) << rows.refusal;
  EXPECT_FALSE(rows.step.in_place);
  EXPECT_EQ(rows.step.axes, (Dims{{20, 1, 12}}));
  EXPECT_EQ(rows.step.loops, (Dims{{2, 252, 240}, {12, 21, 1}}));
  const Decision& columns = decide.ValidOutBuffer(1, decide.Place(1, Buffer::kUserOut),
                                                  decide.Place(2, Buffer::kUserOut));
  ASSERT_TRUE(columns.valid()) << columns.refusal;
  EXPECT_TRUE(columns.step.in_place);
  EXPECT_EQ(columns.step.axes, (Dims{{12, 1, 1}}));
}

TEST(ValidOutBuffer, RunsInPlaceOnlyWhereNothingMoves) {
  const Planned planned("complex_forward_len_961_single_ip", SchemeKind::kL1dCr);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  const EdgePlacement user = decide.Place(0, Buffer::kUserOut);
  const Decision& transposing = decide.ValidOutBuffer(0, user, user);
  EXPECT_EQ(transposing.refusal,
            "USER_OUT is read and written by this step with different strides (31 and 1 for the "
            "length 31); a kernel cannot run in place there");
  const EdgePlacement temp = decide.Place(1, Buffer::kTemp0);
  EXPECT_TRUE(decide.ValidOutBuffer(0, user, temp).valid());
  EXPECT_TRUE(decide.ValidOutBuffer(1, temp, user).valid());
}

TEST(ValidOutBuffer, ProtectsTheInput) {
  const Planned planned("complex_forward_len_4096_single_op", SchemeKind::kL1dCc);
  DecisionFunction read_only(planned.problem, planned.target, planned.kernels,
                             InputAccess::kReadOnly);
  const EdgePlacement input = read_only.Place(0, Buffer::kUserIn);
  EXPECT_EQ(read_only.ValidOutBuffer(0, input, input).refusal, "USER_IN is read-only");
  DecisionFunction may(planned.problem, planned.target, planned.kernels,
                       InputAccess::kMayOverwrite);
  EXPECT_TRUE(may.ValidOutBuffer(0, input, input).valid());
  EXPECT_EQ(may.ValidOutBuffer(1, input, input).refusal,
            "the last step writes the user's output, not USER_IN");
}

TEST(ValidOutBuffer, NeverWritesAnInputWhoseElementsOverlap) {
  const Planned planned(
      "complex_forward_len_4096_single_op_batch_2_istride_1_CI_ostride_1_CI_idist_64_odist_4096",
      SchemeKind::kL1dCc);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels,
                          InputAccess::kMayOverwrite);
  const EdgePlacement input = decide.Place(0, Buffer::kUserIn);
  EXPECT_EQ(decide.ValidOutBuffer(0, input, input).refusal,
            "elements of USER_IN share addresses in its layout {4096:1}{2:64}, so it cannot hold "
            "other data");
}

TEST(ValidOutBuffer, RefusesBuffersThatAreTooSmall) {
  const Planned planned("complex_forward_len_64_single_op_batch_2");
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  EdgePlacement small = decide.Place(1, Buffer::kUserOut);
  small.layout = Layout::Packed(120);
  EXPECT_EQ(decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserIn), small).refusal,
            "USER_OUT holds 120 elements, this step writes 128");
}

TEST(ValidOutBuffer, KeepsNumbersBetweenKernelsInTheProblemsPrecision) {
  const Planned planned("complex_forward_len_4096_single_op_oprecision_half", SchemeKind::kL1dCc);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  const EdgePlacement in = decide.Place(0, Buffer::kUserIn);
  const EdgePlacement between = decide.Place(1, Buffer::kTemp0);
  EXPECT_EQ(decide.ValidOutBuffer(0, in, decide.Place(1, Buffer::kUserOut)).refusal,
            "USER_OUT holds half precision, and numbers between kernels have single precision");
  EXPECT_EQ(decide.ValidOutBuffer(0, in, between).step.bytes_moved, 4096 * (8 + 8));
  EXPECT_EQ(decide.ValidOutBuffer(1, between, decide.Place(2, Buffer::kUserOut)).step.bytes_moved,
            4096 * (8 + 4));
}

TEST(ValidOutBuffer, RefusesLoopsWithoutASingleStride) {
  const Planned planned("complex_forward_len_64_single_op_batch_2");
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  EdgePlacement uneven = decide.Place(1, Buffer::kUserOut);
  uneven.layout = Layout({{48, 1}, {3, 50}});
  EXPECT_EQ(decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserIn), uneven).refusal,
            "a loop of 64 steps of 1 elements has no single stride in the layout {48:1}{3:50} of "
            "USER_OUT");
}

TEST(ValidOutBuffer, RefusesFormatsWithoutAKernel) {
  const Planned planned("complex_forward_len_64_single_op");
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  EdgePlacement real = decide.Place(1, Buffer::kUserOut);
  real.format = ArrayFormat::kReal;
  EXPECT_EQ(decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserIn), real).refusal,
            "a STOCKHAM kernel has no R form for USER_OUT");
}

TEST(ValidOutBuffer, UserArraysKeepTheirFormatAndTemporariesAreInterleaved) {
  const Planned planned("complex_forward_len_4096_single_ip_istride_1_CP_ostride_1_CP",
                        SchemeKind::kL1dCc);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  const EdgePlacement user = decide.Place(1, Buffer::kUserOut);
  const EdgePlacement temporary = decide.Place(1, Buffer::kTemp0);
  EXPECT_EQ(user.format, ArrayFormat::kComplexPlanar);
  EXPECT_EQ(temporary.format, ArrayFormat::kComplexInterleaved);
  EXPECT_TRUE(decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserOut), user).step.in_place);
  EXPECT_TRUE(decide.ValidOutBuffer(1, temporary, decide.Place(2, Buffer::kUserOut)).valid());
}

TEST(ValidOutBuffer, CachesAnswers) {
  const Planned planned("complex_forward_len_64_single_op");
  DecisionFunction decide(planned.problem, planned.target, planned.kernels, InputAccess::kReadOnly);
  const EdgePlacement in = decide.Place(0, Buffer::kUserIn);
  const EdgePlacement out = decide.Place(1, Buffer::kUserOut);
  const Decision* first = &decide.ValidOutBuffer(0, in, out);
  const Decision* second = &decide.ValidOutBuffer(0, in, out);
  EXPECT_EQ(first, second);
  EXPECT_EQ(decide.calls(), 2);
  EXPECT_EQ(decide.hits(), 1);
  EdgePlacement moved = out;
  moved.layout = Layout({{64, 2}});
  EXPECT_NE(&decide.ValidOutBuffer(0, in, moved), first);
}

TEST(ValidOutBuffer, AnInPlaceProblemHasOneUserBuffer) {
  const Planned planned("complex_forward_len_4096_single_ip", SchemeKind::kL1dCc);
  DecisionFunction decide(planned.problem, planned.target, planned.kernels,
                          InputAccess::kMayOverwrite);
  EXPECT_EQ(
      decide.ValidOutBuffer(0, decide.Place(0, Buffer::kUserOut), decide.Place(1, Buffer::kUserIn))
          .refusal,
      "an in-place problem has no USER_IN");
}

}  // namespace
}  // namespace fft
