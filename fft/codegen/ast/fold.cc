#include "fft/codegen/ast/fold.h"

#include <optional>
#include <utility>

#include "fft/codegen/ast/evaluate_int.h"

namespace fft::codegen {
namespace {

bool IsLit(Ex x) { return x.node()->kind == Kind::kIntLit; }
int64_t Value(Ex x) { return x.node()->integer(); }
bool IsReal(Ex x, long double value) {
  return x.node()->kind == Kind::kRealLit && x.node()->payload.real == value;
}
Ex Arg(Ex x, size_t i) { return Ex(x.arena(), x.node()->arg(i)); }
Ex Int(Ex like, int64_t value) { return IntLit(like.arena(), like.type(), value); }

// Whether x is `y op literal`.
bool IsOpLit(Ex x, BinaryOp op) {
  return x.node()->Is(op) && x.node()->arg(1)->kind == Kind::kIntLit;
}

// Whether x is a multiple of c for every value of its variables.
bool IsMultiple(Ex x, int64_t c) {
  if (IsLit(x)) return Value(x) % c == 0;
  if (x.node()->Is(BinaryOp::kMul)) return IsMultiple(Arg(x, 0), c) || IsMultiple(Arg(x, 1), c);
  if (x.node()->Is(BinaryOp::kAdd)) return IsMultiple(Arg(x, 0), c) && IsMultiple(Arg(x, 1), c);
  return false;
}

// x / c for a multiple x of c.
Ex DivideExactly(Ex x, int64_t c) {
  if (IsLit(x)) return Int(x, Value(x) / c);
  Ex a = Arg(x, 0), b = Arg(x, 1);
  if (x.node()->Is(BinaryOp::kAdd)) return DivideExactly(a, c) + DivideExactly(b, c);
  return IsMultiple(b, c) ? a * DivideExactly(b, c) : DivideExactly(a, c) * b;
}

Ex FoldConstants(BinaryOp op, Ex a, Ex b) {
  const int bits = a.type().bits();
  const std::optional<int64_t> value = EvaluateInt(op, Value(a), Value(b), bits);
  if (!value) return Ex();
  if (IsComparison(op)) return IntLit(a.arena(), Type::Bool(), *value);
  return FitsBits(*value, bits) ? Int(a, *value) : Ex();
}

// A literal moves to the right and outwards, so (3 + x) + y becomes (x + y) + 3. A negative literal
// becomes a subtraction: x + -3 becomes x - 3.
Ex FoldAdd(Ex a, Ex b) {
  if (IsLit(a)) return b + a;
  if (IsLit(b)) {
    if (Value(b) == 0) return a;
    if (IsOpLit(a, BinaryOp::kAdd)) return Arg(a, 0) + Int(a, Value(Arg(a, 1)) + Value(b));
    if (Value(b) < 0) return a - Int(b, -Value(b));
    return Ex();
  }
  if (IsOpLit(a, BinaryOp::kAdd)) return (Arg(a, 0) + b) + Arg(a, 1);
  if (IsOpLit(b, BinaryOp::kAdd)) return (a + Arg(b, 0)) + Arg(b, 1);
  return Ex();
}

Ex FoldSub(Ex a, Ex b) {
  if (a.node() == b.node()) return Int(a, 0);
  if (!IsLit(b)) return Ex();
  if (Value(b) == 0) return a;
  if (IsOpLit(a, BinaryOp::kAdd)) return Arg(a, 0) + Int(a, Value(Arg(a, 1)) - Value(b));
  if (Value(b) < 0) return a + Int(b, -Value(b));
  return Ex();
}

Ex FoldMul(Ex a, Ex b) {
  if (IsLit(a)) return b * a;
  if (!IsLit(b)) return Ex();
  if (Value(b) == 0) return b;
  if (Value(b) == 1) return a;
  if (IsOpLit(a, BinaryOp::kMul)) return Arg(a, 0) * Int(a, Value(Arg(a, 1)) * Value(b));
  if (IsOpLit(a, BinaryOp::kAdd)) return Arg(a, 0) * b + Int(a, Value(Arg(a, 1)) * Value(b));
  return Ex();
}

// Operands are non-negative, so (c * m + r) / c = m + r / c.
Ex FoldDiv(Ex a, Ex b) {
  if (!IsLit(b) || Value(b) <= 0) return Ex();
  const int64_t c = Value(b);
  if (c == 1) return a;
  if (IsMultiple(a, c)) return DivideExactly(a, c);
  if (a.node()->Is(BinaryOp::kAdd)) {
    Ex x = Arg(a, 0), y = Arg(a, 1);
    if (IsMultiple(x, c)) return DivideExactly(x, c) + y / b;
    if (IsMultiple(y, c)) return x / b + DivideExactly(y, c);
  }
  if (IsOpLit(a, BinaryOp::kDiv)) return Arg(a, 0) / Int(a, Value(Arg(a, 1)) * c);
  if (IsOpLit(a, BinaryOp::kMod) && Value(Arg(a, 1)) <= c) return Int(a, 0);
  return Ex();
}

Ex FoldMod(Ex a, Ex b) {
  if (!IsLit(b) || Value(b) <= 0) return Ex();
  const int64_t c = Value(b);
  if (c == 1 || IsMultiple(a, c)) return Int(a, 0);
  if (a.node()->Is(BinaryOp::kAdd)) {
    if (IsMultiple(Arg(a, 0), c)) return Arg(a, 1) % b;
    if (IsMultiple(Arg(a, 1), c)) return Arg(a, 0) % b;
  }
  if (IsOpLit(a, BinaryOp::kMod)) {
    const int64_t inner = Value(Arg(a, 1));
    if (inner <= c) return a;
    if (inner % c == 0) return Arg(a, 0) % b;
  }
  return Ex();
}

Ex FoldInt(BinaryOp op, Ex a, Ex b) {
  switch (op) {
    case BinaryOp::kAdd:
      return FoldAdd(a, b);
    case BinaryOp::kSub:
      return FoldSub(a, b);
    case BinaryOp::kMul:
      return FoldMul(a, b);
    case BinaryOp::kDiv:
      return FoldDiv(a, b);
    case BinaryOp::kMod:
      return FoldMod(a, b);
    case BinaryOp::kShl:
    case BinaryOp::kShr:
      return IsLit(b) && Value(b) == 0 ? a : Ex();
    default:
      return Ex();
  }
}

Ex FoldReal(BinaryOp op, Ex a, Ex b) {
  switch (op) {
    case BinaryOp::kAdd:
      if (IsReal(b, 0)) return a;
      return IsReal(a, 0) ? b : Ex();
    case BinaryOp::kSub:
      return IsReal(b, 0) ? a : Ex();
    case BinaryOp::kMul:
      if (IsReal(b, 1)) return a;
      return IsReal(a, 1) ? b : Ex();
    case BinaryOp::kDiv:
      return IsReal(b, 1) ? a : Ex();
    default:
      return Ex();
  }
}

Ex FoldBool(BinaryOp op, Ex a, Ex b) {
  if (IsLit(a)) std::swap(a, b);
  if (!IsLit(b)) return Ex();
  if (op == BinaryOp::kLAnd) return Value(b) != 0 ? a : b;
  if (op == BinaryOp::kLOr) return Value(b) != 0 ? b : a;
  return Ex();
}

}  // namespace

Ex FoldUnary(UnaryOp op, Ex a) {
  if (op == UnaryOp::kSqrt) return Ex();
  const Node* node = a.node();
  if (node->kind == Kind::kUnary && node->unary_op() == op) return Arg(a, 0);
  if (op == UnaryOp::kNot) {
    return IsLit(a) ? IntLit(a.arena(), Type::Bool(), 1 - Value(a)) : Ex();
  }
  if (IsLit(a)) return Int(a, -Value(a));
  if (node->kind == Kind::kRealLit) return RealLit(a.arena(), a.type(), -node->payload.real);
  return Ex();
}

Ex FoldBinary(BinaryOp op, Ex a, Ex b) {
  if (a.type().IsReal()) return FoldReal(op, a, b);
  if (IsLit(a) && IsLit(b)) return FoldConstants(op, a, b);
  return a.type().IsBool() ? FoldBool(op, a, b) : FoldInt(op, a, b);
}

}  // namespace fft::codegen
