#include "fft/codegen/passes/join_ifs.h"

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/print.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

struct Fixture {
  Builder b{"test"};
  Ex out = b.Param("out", Type::Global(Type::Int32()));
  Ex t = b.ThreadIndex();
};

TEST(JoinIfsTest, OneConditionIsAskedOnce) {
  Fixture f;
  for (int i = 0; i < 3; ++i) {
    f.b.Comment("part");
    const Ex at = f.b.Let("at", f.t * (i + 2));
    f.b.If(f.t < 8, [&] { f.b.Store(f.out, at, f.t); });
  }
  f.b.If(f.t < 4, [&] { f.b.Store(f.out, f.t, f.t); });
  EXPECT_EQ(Print(JoinIfs(f.b.Finish())->body),
            "# part\n"
            "let at: int32 = thread * 2\n"
            "# part\n"
            "let at1: int32 = thread * 3\n"
            "# part\n"
            "let at2: int32 = thread * 4\n"
            "if (thread < 8) {\n"
            "  out[at] = thread\n"
            "  out[at1] = thread\n"
            "  out[at2] = thread\n"
            "}\n"
            "if (thread < 4) {\n"
            "  out[thread] = thread\n"
            "}\n");
}

TEST(JoinIfsTest, WhatMayChangeStaysBetween) {
  Fixture f;
  const Ex v = f.b.Var("v", Type::Int32());
  f.b.Assign(v, f.t);
  const auto branch = [&](Ex condition) { f.b.If(condition, [&] { f.b.Assign(v, v + 1); }); };
  branch(f.t < 8);
  f.b.Store(f.out, f.t, f.t);
  branch(f.t < 8);
  f.b.Let("x", Load(f.out, f.t));
  branch(f.t < 8);
  f.b.Let("y", v);
  branch(f.t < 8);
  f.b.Barrier();
  branch(v < 8);
  branch(v < 8);
  branch(Load(f.out, f.t) < 8);
  branch(Load(f.out, f.t) < 8);
  const Kernel kernel = f.b.Finish();
  EXPECT_TRUE(Equal(*JoinIfs(kernel), kernel));
}

}  // namespace
}  // namespace fft::codegen
