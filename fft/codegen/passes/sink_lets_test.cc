#include "fft/codegen/passes/sink_lets.h"

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/verify.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

const Type kReal = Type::Real(Precision::kSingle);

struct Fixture {
  Builder b{"test"};
  Ex table = b.Param("table", Type::ConstGlobal(kReal));
  Ex out = b.Param("out", Type::Global(Type::Complex(Precision::kSingle)));
  Ex parts = b.Param("parts", Type::Global(kReal));
  Ex lds = b.Shared("lds", Type::Complex(Precision::kSingle), 64);
  Ex t = b.ThreadIndex();

  std::string Sunk() {
    const Kernel kernel = b.Finish();
    const Kernel sunk = *SinkLets(kernel);
    EXPECT_TRUE(Verify(sunk).ok());
    return Print(sunk.body);
  }
};

TEST(SinkLetsTest, RotationsWaitForTheirStore) {
  Fixture f;
  Ex sums[2], rotated[2];
  const Ex x = f.b.Let("x", Load(f.parts, f.t));
  for (int k = 0; k < 2; ++k) {
    sums[k] = f.b.Let("sum", x * 0.5 + x);
    const Ex w = f.b.Let("w", Load(f.table, f.t + k));
    rotated[k] = f.b.Let("r", f.b.Let("p", sums[k] * w) + x);
  }
  for (int k = 0; k < 2; ++k) f.b.Store(f.out, f.t + k, MakeComplex(rotated[k], sums[k]));
  EXPECT_EQ(f.Sunk(),
            "let x: real<single> = parts[thread]\n"
            "let sum: real<single> = x * 0.5 + x\n"
            "let w: real<single> = table[thread]\n"
            "let sum1: real<single> = x * 0.5 + x\n"
            "let w1: real<single> = table[thread + 1]\n"
            "let p: real<single> = sum * w\n"
            "let r: real<single> = p + x\n"
            "out[thread] = complex(r, sum)\n"
            "let p1: real<single> = sum1 * w1\n"
            "let r1: real<single> = p1 + x\n"
            "out[thread + 1] = complex(r1, sum1)\n");
}

TEST(SinkLetsTest, PartsThatAreStoredApartDoNotWait) {
  Fixture f;
  const Ex x = f.b.Let("x", Load(f.parts, f.t));
  const Ex w = f.b.Let("w", Load(f.table, f.t));
  const Ex re = f.b.Let("re", f.b.Let("p", x * w) + x);
  const Ex im = f.b.Let("im", f.b.Let("p", x * x) + x);
  f.b.Store(f.parts, f.t, re);
  f.b.Store(f.parts, f.t + 64, im);
  const Kernel kernel = f.b.Finish();
  EXPECT_TRUE(Equal(*SinkLets(kernel), kernel));
}

TEST(SinkLetsTest, LetsOfOneExchangeMoveIntoItWhereRegistersAreFew) {
  Fixture f;
  f.b.SetWorkgroup(1024, 32);
  const Ex x = f.b.Let("x", Load(f.parts, f.t));
  const Ex low = f.b.Let("low", x * 0.5);
  const Ex both = f.b.Let("both", x + x);
  f.b.Barrier();
  f.b.If(f.t < 8, [&] { f.b.Store(f.lds, f.t, MakeComplex(low, both)); });
  f.b.If(f.t < 9, [&] { f.b.Store(f.out, f.t, MakeComplex(both, f.b.Let("z", both * 3.0))); });
  EXPECT_EQ(f.Sunk(),
            "let x: real<single> = parts[thread]\n"
            "let both: real<single> = x + x\n"
            "barrier\n"
            "if (thread < 8) {\n"
            "  let low: real<single> = x * 0.5\n"
            "  lds[thread] = complex(low, both)\n"
            "}\n"
            "if (thread < 9) {\n"
            "  let z: real<single> = both * 3\n"
            "  out[thread] = complex(both, z)\n"
            "}\n");
}

TEST(SinkLetsTest, LetsOfOneExchangeStayWhereRegistersAreEnough) {
  Fixture f;
  f.b.SetWorkgroup(64);
  const Ex low = f.b.Let("low", Load(f.parts, f.t) * 0.5);
  const Ex both = f.b.Let("both", f.b.Let("x", f.t + 1) + f.t);
  f.b.Barrier();
  f.b.If(f.t < 8, [&] { f.b.Store(f.lds, both, MakeComplex(low, low)); });
  const Kernel kernel = f.b.Finish();
  EXPECT_TRUE(Equal(*SinkLets(kernel), kernel));
}

TEST(SinkLetsTest, NothingMovesIntoLoopsOrPastChangesOfVariables) {
  Fixture f;
  f.b.SetWorkgroup(1024, 32);
  const Ex v = f.b.Var("v", kReal);
  f.b.Assign(v, Load(f.parts, f.t));
  const Ex before = f.b.Let("before", v * 2.0);
  const Ex x = f.b.Let("x", Load(f.parts, f.t + 1));
  const Ex rotated = f.b.Let("rotated", f.b.Let("p", x * x) + before);
  f.b.Assign(v, x);
  f.b.For("i", f.b.Int(0), f.b.Int(4), [&](Ex i) {
    f.b.If(f.t < 8, [&] { f.b.Store(f.lds, i, MakeComplex(rotated, before)); });
  });
  EXPECT_EQ(f.Sunk(),
            "var v: real<single>\n"
            "v = parts[thread]\n"
            "let before: real<single> = v * 2\n"
            "let x: real<single> = parts[thread + 1]\n"
            "v = x\n"
            "let p: real<single> = x * x\n"
            "let rotated: real<single> = p + before\n"
            "for (i = 0 to 4) {\n"
            "  if (thread < 8) {\n"
            "    lds[i] = complex(rotated, before)\n"
            "  }\n"
            "}\n");
}

}  // namespace
}  // namespace fft::codegen
