#include "fft/codegen/ast/ex.h"

#include <string>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

class ExTest : public testing::Test {
 protected:
  Arena arena_;
  Ex x_ = VarRef(&arena_, Type::Int32(), "x");
  Ex y_ = VarRef(&arena_, Type::Int32(), "y");
  Ex wide_ = VarRef(&arena_, Type::Int64(), "wide");
  Ex r_ = VarRef(&arena_, Type::Real(Precision::kSingle), "r");
  Ex Int(int64_t value) { return IntLit(&arena_, Type::Int32(), value); }
  static std::string Text(Ex e) { return Print(e.node()); }
};

TEST_F(ExTest, NeutralElementsDisappear) {
  EXPECT_EQ(Text(x_ + 0), "x");
  EXPECT_EQ(Text(0 + x_), "x");
  EXPECT_EQ(Text(x_ - 0), "x");
  EXPECT_EQ(Text(x_ * 1), "x");
  EXPECT_EQ(Text(x_ * 0), "0");
  EXPECT_EQ(Text(x_ / 1), "x");
  EXPECT_EQ(Text(x_ % 1), "0");
  EXPECT_EQ(Text(x_ << 0), "x");
  EXPECT_EQ(Text(x_ - x_), "0");
  EXPECT_EQ(Text(r_ * 1.0), "r");
  EXPECT_EQ(Text(r_ + 0), "r");
  EXPECT_EQ(Text(-(-r_)), "r");
}

// A product of zero and a literal is folded. A product of zero and a variable is not, since the
// variable may be infinite.
TEST_F(ExTest, ProductsOfZeroAndANumberAreNotAdded) {
  const Ex zero = RealLit(&arena_, r_.type(), 0), half = RealLit(&arena_, r_.type(), 0.5);
  EXPECT_EQ(Text(Fma(zero, half, r_)), "r");
  EXPECT_EQ(Text(Fma(half, zero, r_)), "r");
  EXPECT_EQ(Fma(zero, r_, r_).node()->kind, Kind::kFma);
  EXPECT_EQ(Fma(half, half, r_).node()->kind, Kind::kFma);
}

TEST_F(ExTest, ConstantsFold) {
  EXPECT_EQ(Text(Int(7) * 6 + 0), "42");
  EXPECT_EQ(Text(Int(7) / 2), "3");
  EXPECT_EQ(Text(Int(7) % 4), "3");
  EXPECT_EQ(Text(Int(7) < 8), "true");
  EXPECT_EQ(Text(Min(Int(7), 4)), "4");
  EXPECT_EQ(Text(Select(Int(1) < 2, x_, y_)), "x");
}

TEST_F(ExTest, DivisionByZeroAndOverflowStay) {
  EXPECT_EQ(Text(Int(7) / 0), "7 / 0");
  EXPECT_EQ(Text(Int(2000000000) + 2000000000), "2000000000 + 2000000000");
  EXPECT_EQ(Text(Int(1) << 32), "1 << 32");
  const Ex large = IntLit(&arena_, Type::Int64(), int64_t{1} << 62);
  EXPECT_EQ((large * 4).node()->kind, Kind::kBinary);
}

TEST_F(ExTest, ConstantsMoveOutwards) {
  EXPECT_EQ(Text((x_ + 3) + y_), "x + y + 3");
  EXPECT_EQ(Text(x_ + (y_ + 3)), "x + y + 3");
  EXPECT_EQ(Text((x_ + 3) + (y_ + 4)), "x + y + 7");
  EXPECT_EQ(Text((x_ + 3) * 4), "x * 4 + 12");
  EXPECT_EQ(Text(4 * x_ * 5), "x * 20");
  EXPECT_EQ(Text((x_ + 3) - 5), "x - 2");
}

TEST_F(ExTest, QuotientsOfMultiplesFold) {
  EXPECT_EQ(Text(x_ * 8 / 8), "x");
  EXPECT_EQ(Text(x_ * 8 % 8), "0");
  EXPECT_EQ(Text(x_ * 8 / 4), "x * 2");
  EXPECT_EQ(Text((x_ * 8 + y_) / 8), "x + y / 8");
  EXPECT_EQ(Text((x_ * 8 + y_) % 8), "y % 8");
  EXPECT_EQ(Text(x_ / 4 / 2), "x / 8");
  EXPECT_EQ(Text(x_ % 8 % 4), "x % 4");
  EXPECT_EQ(Text(x_ % 4 % 8), "x % 4");
  EXPECT_EQ(Text(x_ % 4 / 8), "0");
}

TEST_F(ExTest, IntegersMeetAtTheWiderType) {
  EXPECT_EQ(Text(wide_ + x_), "wide + int64(x)");
  EXPECT_EQ((wide_ + x_).type(), Type::Int64());
  EXPECT_EQ(Text(wide_ * 3), "wide * 3");
  EXPECT_EQ(Text(Cast(Type::Int64(), x_ + 5)), "int64(x) + 5");
}

TEST_F(ExTest, LiteralsTakeTheOtherType) {
  EXPECT_EQ((r_ * 2).type(), Type::Real(Precision::kSingle));
  EXPECT_EQ(Text(r_ * 2), "r * 2");
  EXPECT_EQ(Text(0.5 * r_), "r * 0.5");
}

TEST_F(ExTest, PartsOfAComplexAreItsParts) {
  const Ex s = VarRef(&arena_, Type::Real(Precision::kSingle), "s");
  EXPECT_EQ(Re(MakeComplex(r_, s)).node(), r_.node());
  EXPECT_EQ(Im(MakeComplex(r_, s)).node(), s.node());
}

TEST_F(ExTest, ConditionsFold) {
  const Ex p = x_ < y_;
  const Ex yes = IntLit(&arena_, Type::Bool(), 1), no = IntLit(&arena_, Type::Bool(), 0);
  EXPECT_EQ(Text(LogicalAnd(p, yes)), "x < y");
  EXPECT_EQ(Text(LogicalAnd(p, no)), "false");
  EXPECT_EQ(Text(LogicalOr(no, p)), "x < y");
  EXPECT_EQ(Text(LogicalNot(LogicalNot(p))), "x < y");
}

TEST(BuilderTest, NamesAreUnique) {
  Builder b("k");
  const Ex t = b.ThreadIndex();
  EXPECT_EQ(Print(b.Let("t", t).node()), "t");
  EXPECT_EQ(Print(b.Let("t", t).node()), "t1");
  EXPECT_EQ(Print(b.Let("t", t).node()), "t2");
  EXPECT_EQ(Print(b.Let("t1", t).node()), "t1_1");
  EXPECT_EQ(Print(b.Let("float", t).node()), "float1");
}

TEST(BuilderTest, LetKeepsNamesAndLiterals) {
  Builder b("k");
  const Ex t = b.Let("t", b.ThreadIndex());
  EXPECT_EQ(b.Let("again", t).node(), t.node());
  EXPECT_EQ(Print(b.Let("seven", b.Int(7)).node()), "7");
  const Ex v = b.Var("v", Type::Int32());
  b.Assign(v, t);
  EXPECT_EQ(Print(b.Let("snapshot", v).node()), "snapshot");
}

TEST(BuilderTest, ConstantConditionsDoNotBranch) {
  Builder b("k");
  const Ex data = b.Param("data", Type::Global(Type::Int32()));
  b.If(b.Int(1) < 2, [&] { b.Store(data, b.Int(0), b.Int(5)); });
  b.If(b.Int(2) < 1, [&] { b.Store(data, b.Int(1), b.Int(5)); });
  const Kernel kernel = b.Finish();
  ASSERT_EQ(kernel.body->args.size(), 1u);
  EXPECT_EQ(Print(kernel.body), "data[0] = 5\n");
}

}  // namespace
}  // namespace fft::codegen
