// Tests of printing, equality and rewriting of ASTs.

#include <string>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/ast/verify.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

// A kernel that has every kind of node.
Kernel Example(int64_t offset = 3) {
  Builder b("example");
  const Type real = Type::Real(Precision::kSingle);
  const Ex in = b.Param("in", Type::ConstGlobal(Type::Complex(Precision::kDouble)));
  const Ex out = b.Param("out", Type::Global(real), Aliasing::kMayAlias);
  const Ex n = b.Param("n", Type::Int64());
  const Ex lds = b.Shared("lds", real, 64);
  b.SetWorkgroup(64, 2);
  const Ex t = b.Let("t", b.ThreadIndex());
  const Ex i = b.Let("i", Cast(Type::Int64(), b.BlockIndex()) * 64 + t);
  b.Comment("load");
  const Ex acc = b.Var("acc", real);
  b.Assign(acc, b.Real(0, Precision::kSingle));
  b.If(LogicalAnd(i < n, LogicalNot(Equals(t, 5))), [&] {
    const Ex x = b.Let("x", Cast(Type::Complex(Precision::kSingle), Load(in, i + offset)));
    b.Assign(acc, Fma(Re(x), b.Real(0.5L, Precision::kSingle), -Im(x)));
  });
  b.Store(lds, t % 8 * 8 + t / 8, acc);
  b.Barrier();
  b.For("k", {b.Int(0), b.Int(4), b.Int(2), LoopHint::kUnroll},
        [&](Ex k) { b.Store(out, i * 4 + k, Select(k < 2, Load(lds, t), Load(lds, 63 - t))); });
  return b.Finish();
}

constexpr char kPrinted[] =
    R"(kernel example(in: const global complex<double>*, out: global real<single>* may_alias, n: int64) workgroup 64 min_blocks 2
shared lds: real<single>[64]
{
  let t: int32 = thread
  let i: int64 = int64(block) * 64 + int64(t)
  # load
  var acc: real<single>
  acc = 0
  if (i < n && !(t == 5)) {
    let x: complex<single> = complex<single>(in[i + 3])
    acc = fma(re(x), 0.5, -im(x))
  }
  lds[t % 8 * 8 + t / 8] = acc
  barrier
  for (k = 0 to 4 step 2) unroll {
    out[i * 4 + int64(k)] = k < 2 ? lds[t] : lds[63 - t]
  }
}
)";

TEST(PrintTest, IsReadable) { EXPECT_EQ(Print(Example()), kPrinted); }

TEST(PrintTest, ParenthesesFollowPrecedence) {
  Arena arena;
  const Ex x = VarRef(&arena, Type::Int32(), "x"), y = VarRef(&arena, Type::Int32(), "y");
  EXPECT_EQ(Print((x - (y - x)).node()), "x - (y - x)");
  EXPECT_EQ(Print((x - y - x).node()), "x - y - x");
  EXPECT_EQ(Print(((x + y) * x).node()), "(x + y) * x");
  EXPECT_EQ(Print((x + y * x).node()), "x + y * x");
  EXPECT_EQ(Print(((x & y) + x).node()), "(x & y) + x");
  EXPECT_EQ(Print((-(x + y)).node()), "-(x + y)");
}

TEST(VerifyTest, AcceptsTheExample) { EXPECT_TRUE(Verify(Example()).ok()) << Verify(Example()); }

TEST(EqualTest, ComparesStructure) {
  EXPECT_TRUE(Equal(Example(), Example()));
  EXPECT_FALSE(Equal(Example(), Example(4)));
  Kernel renamed = Example();
  renamed.name = "other";
  EXPECT_FALSE(Equal(renamed, Example()));
}

TEST(RewriteTest, IdentityKeepsEveryNode) {
  const Kernel kernel = Example();
  Arena arena;
  EXPECT_EQ(Rewrite(&arena, kernel.body, [](const Node* node) { return node; }), kernel.body);
  bool changed = true;
  RewriteBody(
      kernel, [](Arena*, const Node* node) { return node; }, &changed);
  EXPECT_FALSE(changed);
}

TEST(RewriteTest, UnchangedSubtreesKeepTheirIdentity) {
  const Kernel kernel = Example();
  bool changed = false;
  const Kernel rewritten = RewriteBody(
      kernel,
      [](Arena* arena, const Node* node) {
        if (!node->IsInt(3)) return node;
        return IntLit(arena, node->type, 4).node();
      },
      &changed);
  EXPECT_TRUE(changed);
  EXPECT_TRUE(Equal(rewritten, Example(4)));
  EXPECT_TRUE(Equal(kernel, Example())) << "the original is a value";
  for (size_t i = 0; i < kernel.body->args.size(); ++i) {
    const bool is_if = kernel.body->arg(i)->kind == Kind::kIf;
    EXPECT_EQ(kernel.body->arg(i) == rewritten.body->arg(i), !is_if) << i;
  }
}

TEST(RewriteTest, BlocksAreSplicedAndEmptyOnesVanish) {
  const Kernel kernel = Example();
  const Kernel rewritten = RewriteBody(kernel, [](Arena* arena, const Node* node) {
    if (node->kind == Kind::kComment) return arena->Make(Kind::kBlock, Type::Void(), {});
    if (node->kind != Kind::kBarrier) return node;
    const Node* twice[] = {node, node};
    return arena->Make(Kind::kBlock, Type::Void(), twice);
  });
  EXPECT_EQ(rewritten.body->args.size(), kernel.body->args.size());
  EXPECT_EQ(Print(rewritten).find('#'), std::string::npos);
}

TEST(RewriteTest, SharedSubtreesAreRewrittenOnce) {
  Arena arena;
  Ex e = VarRef(&arena, Type::Real(Precision::kDouble), "x");
  for (int i = 0; i < 100; ++i) e = e + e;  // 2^100 paths
  int calls = 0;
  Rewrite(&arena, e.node(), [&](const Node* node) {
    ++calls;
    return node;
  });
  EXPECT_EQ(calls, 101);
}

TEST(RewriteTest, ReplacesNodes) {
  Arena arena;
  const Ex x = VarRef(&arena, Type::Int32(), "x"), y = VarRef(&arena, Type::Int32(), "y");
  const Node* result = Rewrite(&arena, (x * y + x).node(), [&](const Node* node) {
    const bool is_x = node->kind == Kind::kVarRef && node->name() == "x";
    return is_x ? IntLit(&arena, node->type, 7).node() : node;
  });
  EXPECT_EQ(Print(result), "7 * y + 7");
}

TEST(TypeTest, Sizes) {
  EXPECT_EQ(SizeOf(Type::Int64()), 8);
  EXPECT_EQ(SizeOf(Type::Complex(Precision::kHalf)), 4);
  EXPECT_EQ(SizeOf(Type::Real(Precision::kDouble)), 8);
  EXPECT_EQ(SharedBytes(Example()), 256);
  EXPECT_EQ(Type::ConstGlobal(Type::Int64()).element(), Type::Int64());
}

}  // namespace
}  // namespace fft::codegen
