#include "fft/codegen/dag/graph.h"

#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

TEST(GraphTest, EqualExpressionsShareOneNode) {
  Graph g;
  const DagId a = g.Input(0), b = g.Input(1);
  EXPECT_EQ(g.Add(a, b), g.Add(b, a));
  EXPECT_EQ(g.Mul(0.25L, a), g.Mul(0.25L, a));
  EXPECT_NE(g.Mul(0.25L, a), g.Mul(0.5L, a));
}

TEST(GraphTest, DifferencesOfBothOrdersShareOneNode) {
  Graph g;
  const DagId a = g.Input(0), b = g.Input(1);
  EXPECT_EQ(g.Sub(b, a), g.Neg(g.Sub(a, b)));
}

TEST(GraphTest, NegationsAreAbsorbed) {
  Graph g;
  const DagId a = g.Input(0), b = g.Input(1);
  EXPECT_EQ(g.Neg(g.Neg(a)), a);
  EXPECT_EQ(g.Add(a, g.Neg(b)), g.Sub(a, b));
  EXPECT_EQ(g.Sub(a, g.Neg(b)), g.Add(a, b));
  EXPECT_EQ(g.Add(g.Neg(a), g.Neg(b)), g.Neg(g.Add(a, b)));
  EXPECT_EQ(g.Mul(-3, a), g.Neg(g.Mul(3, a)));
}

TEST(GraphTest, TrivialConstantsDisappear) {
  Graph g;
  const DagId a = g.Input(0);
  EXPECT_EQ(g.Mul(1, a), a);
  EXPECT_EQ(g.Mul(-1, a), g.Neg(a));
  EXPECT_EQ(g.Mul(0, a), g.Const(0));
  EXPECT_EQ(g.Add(a, g.Const(0)), a);
  EXPECT_EQ(g.Sub(g.Const(0), a), g.Neg(a));
  EXPECT_EQ(g.Sub(a, a), g.Const(0));
  EXPECT_EQ(g.Add(g.Const(2), g.Const(3)), g.Const(5));
}

}  // namespace
}  // namespace fft::codegen
