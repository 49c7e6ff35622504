#include "fft/codegen/ast/verify.h"

#include <array>
#include <string>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::HasSubstr;

constexpr Type kReal = Type::Real(Precision::kSingle);

// Makes nodes that the builder would refuse.
class VerifyTest : public testing::Test {
 protected:
  Builder b_{"bad"};
  Ex data_ = b_.Param("data", Type::Global(kReal));
  Ex input_ = b_.Param("input", Type::ConstGlobal(kReal));
  Ex t_ = b_.ThreadIndex();
  Ex one_ = b_.Real(1, Precision::kSingle);

  const Node* Make(Kind kind, Type type, const std::vector<const Node*>& args,
                   std::string_view text = "") {
    Payload payload;
    payload.text = text;
    return b_.arena()->Make(kind, type, args, payload);
  }
  const Node* Expr(BinaryOp op, Type type, Ex a, Ex b) {
    Payload payload;
    payload.op = static_cast<uint8_t>(op);
    return b_.arena()->Make(Kind::kBinary, type, std::array{a.node(), b.node()}, payload);
  }
  void Let(const Node* value) { b_.Append(Make(Kind::kLet, Type::Void(), {value}, "bad_value")); }
  void Statement(Kind kind, const std::vector<const Node*>& args, std::string_view text = "") {
    b_.Append(Make(kind, Type::Void(), args, text));
  }
  Ex Ref(Type type, std::string_view name) { return VarRef(b_.arena(), type, name); }

  void ExpectRule(const std::string& rule) {
    const absl::Status status = Verify(b_.Finish());
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(rule));
    EXPECT_THAT(std::string(status.message()), HasSubstr("kernel bad"));
  }
};

TEST_F(VerifyTest, OperandCount) {
  Let(Make(Kind::kFma, kReal, {one_.node(), one_.node()}));
  ExpectRule("Fma takes 3 operands");
}

TEST_F(VerifyTest, PrefetchFromSharedMemory) {
  const Ex shared = b_.Shared("shared", Type::Real(Precision::kSingle), 4);
  b_.Prefetch(shared, b_.Int(1), Access::kReadOnly);
  ExpectRule("a prefetch from shared memory");
}

TEST_F(VerifyTest, CopyToGlobalMemory) {
  const Ex shared = b_.Shared("shared", Type::Real(Precision::kSingle), 4);
  b_.CopyAsync(shared, b_.Int(1), shared, b_.Int(2));
  ExpectRule("a copy is not from a global array to a shared one of its elements");
}

TEST_F(VerifyTest, OperandTypesDiffer) {
  Let(Expr(BinaryOp::kAdd, Type::Int32(), t_, b_.Int64(1)));
  ExpectRule("operand has type int64, not int32");
}

TEST_F(VerifyTest, OperatorDoesNotTakeTheType) {
  Let(Expr(BinaryOp::kMod, kReal, one_, one_));
  ExpectRule("operand types do not fit Binary");
}

TEST_F(VerifyTest, HalfIsNotComputedWith) {
  const Ex half = b_.Real(1, Precision::kHalf);
  Let(Expr(BinaryOp::kAdd, half.type(), half, half));
  ExpectRule("operand types do not fit Binary");
}

TEST_F(VerifyTest, ComparisonGivesBool) {
  Let(Expr(BinaryOp::kLt, Type::Int32(), t_, t_));
  ExpectRule("operand types do not fit Binary");
}

TEST_F(VerifyTest, FmaTakesReals) {
  Let(Make(Kind::kFma, Type::Int32(), {t_.node(), t_.node(), t_.node()}));
  ExpectRule("operand types do not fit Fma");
}

TEST_F(VerifyTest, PartsOfReals) {
  Let(Make(Kind::kRe, kReal, {one_.node()}));
  ExpectRule("operand types do not fit Re");
}

TEST_F(VerifyTest, LiteralDoesNotFit) {
  Payload payload;
  payload.integer = int64_t{1} << 40;
  Let(b_.arena()->Make(Kind::kIntLit, Type::Int32(), {}, payload));
  ExpectRule("a literal does not fit its type");
}

TEST_F(VerifyTest, UndeclaredVariable) {
  Let(Ref(Type::Int32(), "nowhere").node());
  ExpectRule("variable nowhere is not declared here");
}

TEST_F(VerifyTest, VariableOutOfScope) {
  Ex inner;
  b_.If(t_ < 1, [&] { inner = b_.Let("inner", t_ + 1); });
  Let(inner.node());
  ExpectRule("variable inner is not declared here");
}

TEST_F(VerifyTest, UseBeforeDeclaration) {
  Let(Ref(Type::Int32(), "later").node());
  b_.Let("later", t_ + 1);
  ExpectRule("variable later is not declared here");
}

TEST_F(VerifyTest, DeclaredTwice) {
  Statement(Kind::kLet, {t_.node()}, "twice");
  Statement(Kind::kLet, {t_.node()}, "twice");
  ExpectRule("variable twice is declared again in its scope");
}

TEST_F(VerifyTest, HidesAnother) {
  Statement(Kind::kLet, {t_.node()}, "x");
  b_.If(t_ < 1, [&] { Statement(Kind::kLet, {t_.node()}, "x"); });
  ExpectRule("variable x is declared again in its scope");
}

TEST_F(VerifyTest, DisjointScopesMayShareAName) {
  for (int i = 0; i < 2; ++i) {
    b_.If(t_ < 1, [&] {
      Statement(Kind::kLet, {one_.node()}, "x");
      b_.Store(data_, t_, Ref(kReal, "x"));
    });
  }
  EXPECT_TRUE(Verify(b_.Finish()).ok());
}

TEST_F(VerifyTest, UsedAsAnotherType) {
  b_.Let("x", t_ + 1);
  Let(Ref(Type::Int64(), "x").node());
  ExpectRule("variable x is used as int64 but declared int32");
}

TEST_F(VerifyTest, LetReassigned) {
  const Ex x = b_.Let("x", t_ + 1);
  b_.Assign(x, t_);
  ExpectRule("variable x is never reassigned");
}

TEST_F(VerifyTest, LoopVariableReassigned) {
  b_.For("i", b_.Int(0), b_.Int(4), [&](Ex i) { b_.Assign(i, t_); });
  ExpectRule("variable i is never reassigned");
}

TEST_F(VerifyTest, ReadBeforeAssigned) {
  const Ex v = b_.Var("v", kReal);
  b_.Store(data_, t_, v);
  ExpectRule("variable v is read before it has a value");
}

TEST_F(VerifyTest, AssignedTypeDiffers) {
  const Ex v = b_.Var("v", kReal);
  Statement(Kind::kAssign, {v.node(), t_.node()});
  ExpectRule("assigned value has type int32, not real<single>");
}

TEST_F(VerifyTest, StoreThroughReadOnlyPointer) {
  b_.Store(input_, t_, one_);
  ExpectRule("a store through read-only input");
}

TEST_F(VerifyTest, StoredTypeDiffers) {
  Statement(Kind::kStore, {data_.node(), t_.node(), t_.node()});
  ExpectRule("stored value has type int32, not real<single>");
}

TEST_F(VerifyTest, IndexIsNoInt) {
  Let(Make(Kind::kLoad, kReal, {data_.node(), one_.node()}));
  ExpectRule("an index is not an int");
}

TEST_F(VerifyTest, LoadThroughNoPointer) {
  Let(Make(Kind::kLoad, kReal, {one_.node(), t_.node()}));
  ExpectRule("an access goes through something that is no pointer variable");
}

TEST_F(VerifyTest, PointerAsValue) {
  Let(Expr(BinaryOp::kEq, Type::Bool(), data_, data_));
  ExpectRule("pointer data is used as a value");
}

TEST_F(VerifyTest, ConditionIsNoBool) {
  Statement(Kind::kIf, {t_.node(), Make(Kind::kBlock, Type::Void(), {})});
  ExpectRule("condition has type int32, not bool");
}

TEST_F(VerifyTest, BodyIsNoBlock) {
  Statement(Kind::kIf, {(t_ < 1).node(), Make(Kind::kBarrier, Type::Void(), {})});
  ExpectRule("a body is not a Block");
}

TEST_F(VerifyTest, LoopBoundDiffers) {
  Statement(Kind::kFor,
            {b_.Int(0).node(), b_.Int64(4).node(), b_.Int(1).node(),
             Make(Kind::kBlock, Type::Void(), {})},
            "i");
  ExpectRule("loop bound has type int64, not int32");
}

TEST_F(VerifyTest, LoopGoesBack) {
  b_.For("i", {b_.Int(0), b_.Int(4), b_.Int(-1), LoopHint::kNone}, [](Ex) {});
  ExpectRule("a loop goes back");
}

TEST_F(VerifyTest, ExpressionAsStatement) {
  b_.Append(t_.node());
  ExpectRule("an expression stands as a statement");
}

TEST_F(VerifyTest, StatementAsOperand) {
  Let(Make(Kind::kRe, kReal, {Make(Kind::kBarrier, Type::Void(), {})}));
  ExpectRule("a statement stands as an operand");
}

TEST_F(VerifyTest, BarrierUnderThreadCondition) {
  b_.If(t_ < 1, [&] { b_.Barrier(); });
  ExpectRule("a Barrier stands under a thread-dependent condition");
}

TEST_F(VerifyTest, BarrierUnderConditionThroughALet) {
  const Ex lane = b_.Let("lane", t_ % 4);
  const Ex first = b_.Let("first", lane < 1);
  b_.If(first, [&] { b_.Barrier(); });
  ExpectRule("a Barrier stands under a thread-dependent condition");
}

TEST_F(VerifyTest, BarrierInLoopWithThreadBound) {
  b_.For("i", b_.Int(0), t_, [&](Ex) { b_.Barrier(); });
  ExpectRule("a Barrier stands under a thread-dependent condition");
}

TEST_F(VerifyTest, BarrierUnderLoadedCondition) {
  b_.If(Load(input_, b_.Int(0)) < one_, [&] { b_.Barrier(); });
  ExpectRule("a Barrier stands under a thread-dependent condition");
}

TEST_F(VerifyTest, BarrierInUniformFlowIsFine) {
  b_.If(b_.BlockIndex() < 3,
        [&] { b_.For("i", b_.Int(0), b_.BlockIndex(), [&](Ex) { b_.Barrier(); }); });
  const Kernel kernel = b_.Finish();
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel);
}

TEST_F(VerifyTest, HostKernelHasNoThreads) {
  b_.Let("t", t_);
  Kernel kernel = b_.Finish();
  kernel.model = ExecutionModel::kHost;
  EXPECT_THAT(std::string(Verify(kernel).message()), HasSubstr("a host kernel uses ThreadIndex"));
}

TEST_F(VerifyTest, HostKernelHasNoBarrier) {
  b_.Barrier();
  Kernel kernel = b_.Finish();
  kernel.model = ExecutionModel::kHost;
  EXPECT_THAT(std::string(Verify(kernel).message()), HasSubstr("a host kernel has a Barrier"));
}

}  // namespace
}  // namespace fft::codegen
