#include "fft/codegen/passes/ask_ahead.h"

#include <array>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/codegen/passes/reverse_groups.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const Type kReal = Type::Real(Precision::kSingle);

// A kernel with workgroups of four threads, which read tiles of `in`, and with `barriers` barriers,
// one of them within a loop. `marks` has an element for each element of `in`.
Kernel Example(int barriers) {
  Builder b("example");
  const Ex in = b.Param("in", Type::Global(kReal));
  b.Param("marks", Type::Global(kReal));
  b.Param("tile_in_stride", Type::Int32());
  // a name that the pass would choose itself
  const Ex ahead = b.Param("ahead", Type::Global(kReal));
  b.SetWorkgroup(4);
  b.Store(ahead, b.BlockIndex() * 4 + b.ThreadIndex(), Load(in, b.ThreadIndex()));
  for (int i = 0; i < barriers; ++i) {
    if (i == 1) {
      b.For("turn", b.Int(0), b.Int(3), [&](Ex) { b.Barrier(); });
    } else {
      b.Barrier();
    }
  }
  return b.Finish();
}

// Marks each element that is prefetched.
Kernel Marked(const Kernel& kernel) {
  return RewriteBody(kernel, [](Arena* arena, const Node* node) {
    if (node->kind != Kind::kPrefetch) return node;
    const Ex marks = VarRef(arena, Type::Global(kReal), arena->Intern("marks"));
    const Ex one = RealLit(arena, kReal, 1);
    return arena->Make(Kind::kStore, Type::Void(),
                       std::array{marks.node(), node->arg(1), one.node()});
  });
}

// The elements that `groups` workgroups prefetch, of `rows` rows each, `stride` apart.
std::vector<int64_t> AskedFor(const Kernel& kernel, int64_t groups, int64_t stride,
                              int64_t rows = 1) {
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel) << Print(kernel);
  std::vector<double> in(groups * rows * stride), marks(groups * rows * stride), out(4 * groups);
  const Precision precision = Precision::kSingle;
  const auto report =
      Interpret(Marked(kernel), groups,
                {View(in, precision), View(marks, precision), stride, View(out, precision)});
  EXPECT_TRUE(report.ok() && report->ok()) << report.status();
  std::vector<int64_t> asked;
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] != 0) asked.push_back(static_cast<int64_t>(i));
  }
  return asked;
}

// Four threads prefetch four cache lines of two elements. Then two of the threads prefetch the rest
// of the 11 elements.
TEST(AskAhead, ATileIsAskedForLineByLine) {
  const AheadForm form = {.groups = 2, .elements = 11, .line_elements = 2};
  EXPECT_THAT(AskedFor(AskAhead(Example(1), form), 3, 12), ElementsAre(24, 26, 28, 30, 32, 34));
  EXPECT_THAT(AskedFor(AskAhead(Example(1), form), 2, 12), ElementsAre());
  AheadForm whole = form;
  whole.elements = 8;
  whole.groups = 1;
  EXPECT_THAT(AskedFor(AskAhead(Example(2), whole), 3, 9),
              ElementsAre(9, 11, 13, 15, 18, 20, 22, 24));
}

// Nobody prefetches for the last workgroup, which may have fewer rows.
TEST(AskAhead, RowsOfAWorkgroupAreAskedFor) {
  const AheadForm form = {.groups = 1, .rows = 2, .elements = 3, .line_elements = 2};
  EXPECT_THAT(AskedFor(AskAhead(Example(1), form), 2, 10, 2), ElementsAre());
  EXPECT_THAT(AskedFor(AskAhead(Example(1), form), 3, 10, 2), ElementsAre(20, 22, 30, 32));
}

TEST(AskAhead, WorkgroupsThatFallAskForEarlierTiles) {
  const AheadForm form = {.groups = 2, .falls = true, .elements = 4, .line_elements = 2};
  const Kernel falling = ReverseGroups(AskAhead(Example(1), form));
  EXPECT_THAT(AskedFor(falling, 4, 5), ElementsAre(0, 2, 5, 7));
}

TEST(AskAhead, StandsBeforeTheBarrier) {
  AheadForm form = {.groups = 1, .elements = 2, .line_elements = 2};
  const auto places = [&](const Kernel& kernel) {
    std::vector<Kind> kinds;
    for (const Node* node : AskAhead(kernel, form).body->args) kinds.push_back(node->kind);
    return kinds;
  };
  EXPECT_THAT(places(Example(3)), ElementsAre(Kind::kStore, Kind::kLet, Kind::kIf, Kind::kBarrier,
                                              Kind::kFor, Kind::kBarrier));
  form.barrier = 2;
  EXPECT_THAT(places(Example(3)), ElementsAre(Kind::kStore, Kind::kBarrier, Kind::kLet, Kind::kIf,
                                              Kind::kFor, Kind::kBarrier));
  EXPECT_THAT(places(Example(1)), ElementsAre(Kind::kStore, Kind::kLet, Kind::kIf, Kind::kBarrier));
  const Kernel none = Example(0);
  EXPECT_EQ(AskAhead(none, form).body, none.body);
}

TEST(AskAhead, IsARequestOnCudaAlone) {
  const AheadForm form = {.groups = 2, .elements = 11, .line_elements = 2};
  for (const auto& [dialect, text] :
       {std::pair(Dialect::kCuda, "prefetch(&in["), {Dialect::kCudaPtx, "prefetch.global.L2 ["}}) {
    const auto lowered = LowerForDialect(AskAhead(Example(1), form), dialect);
    ASSERT_TRUE(lowered.ok()) << lowered.status();
    EXPECT_THAT(EmitSource(*lowered, dialect), HasSubstr(text));
  }
  const auto lowered = LowerForDialect(AskAhead(Example(1), form), Dialect::kHip);
  ASSERT_TRUE(lowered.ok()) << lowered.status();
  EXPECT_THAT(EmitSource(*lowered, Dialect::kHip), Not(HasSubstr("prefetch")));
}

}  // namespace
}  // namespace fft::codegen
