// Tests of the passes that tidy: propagate_copies and remove_unused_lets.

#include <array>
#include <string>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/passes/propagate_copies.h"
#include "fft/codegen/passes/remove_unused_lets.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

struct Fixture {
  Builder b{"test"};
  Ex out = b.Param("out", Type::Global(Type::Int32()));

  Ex Copy(const std::string& name, Ex of) {
    Payload payload;
    payload.text = name;
    b.Append(b.arena()->Make(Kind::kLet, Type::Void(), std::array{of.node()}, payload));
    return VarRef(b.arena(), of.type(), name);
  }
};

TEST(PropagateCopiesTest, UsesTakeTheOriginal) {
  Fixture f;
  const Ex x = f.b.Let("x", f.b.ThreadIndex() + 1);
  const Ex z = f.Copy("z", f.Copy("y", x));
  f.b.Store(f.out, z, z * 2);
  EXPECT_EQ(Print(PropagateCopies(f.b.Finish())->body),
            "let x: int32 = thread + 1\n"
            "out[x] = x * 2\n");
}

TEST(PropagateCopiesTest, SnapshotsOfVariablesStay) {
  Fixture f;
  const Ex v = f.b.Var("v", Type::Int32());
  f.b.Assign(v, f.b.Int(1));
  const Ex snapshot = f.Copy("snapshot", v);
  f.b.Assign(v, f.b.Int(2));
  f.b.Store(f.out, v, snapshot);
  const Kernel kernel = f.b.Finish();
  EXPECT_TRUE(Equal(*PropagateCopies(kernel), kernel));
}

TEST(RemoveUnusedLetsTest, DropsWhatNothingReads) {
  Fixture f;
  const Ex t = f.b.Let("t", f.b.ThreadIndex());
  const Ex unused = f.b.Let("unused", t + 1);
  f.b.Let("unused_too", unused + 1);
  const Ex dead = f.b.Var("dead", Type::Int32());
  f.b.Assign(dead, t);
  const Ex live = f.b.Var("live", Type::Int32());
  f.b.If(t < 3, [&] { f.b.Assign(live, f.b.Let("value", t * 2)); });
  f.b.Store(f.out, t, live);
  EXPECT_EQ(Print(RemoveUnusedLets(f.b.Finish())->body),
            "let t: int32 = thread\n"
            "var live: int32\n"
            "if (t < 3) {\n"
            "  let value: int32 = t * 2\n"
            "  live = value\n"
            "}\n"
            "out[t] = live\n");
}

}  // namespace
}  // namespace fft::codegen
