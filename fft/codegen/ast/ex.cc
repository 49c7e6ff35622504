#include "fft/codegen/ast/ex.h"

#include <array>
#include <cmath>

#include "fft/base/status.h"
#include "fft/codegen/ast/fold.h"

namespace fft::codegen {
namespace {

Ex MakeEx(Arena* arena, Kind kind, Type type, std::span<const Node* const> args,
          const Payload& payload = {}) {
  return Ex(arena, arena->Make(kind, type, args, payload));
}

// Makes the types of two operands equal by the rules of ex.h.
void Unify(Ex* a, Ex* b) {
  if (a->type() == b->type()) return;
  if (a->node()->kind == Kind::kIntLit && b->type().IsArithmetic()) {
    *a = LitLike(*b, a->node()->integer());
  } else if (b->node()->kind == Kind::kIntLit && a->type().IsArithmetic()) {
    *b = LitLike(*a, b->node()->integer());
  } else {
    FFT_CHECK(a->type().IsInt() && b->type().IsInt());
    *a = Cast(Type::Int64(), *a);
    *b = Cast(Type::Int64(), *b);
  }
}

bool OperandFits(BinaryOp op, Type type) {
  switch (op) {
    case BinaryOp::kLAnd:
    case BinaryOp::kLOr:
      return type.IsBool();
    case BinaryOp::kMod:
    case BinaryOp::kShl:
    case BinaryOp::kShr:
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
    case BinaryOp::kXor:
      return type.IsInt();
    default:
      return type.IsArithmetic();
  }
}

}  // namespace

Ex IntLit(Arena* arena, Type type, int64_t value) {
  FFT_CHECK(type.IsInt() || (type.IsBool() && (value == 0 || value == 1)));
  FFT_CHECK(type.bits() != 32 || value == static_cast<int32_t>(value));
  Payload payload;
  payload.integer = value;
  return MakeEx(arena, Kind::kIntLit, type, {}, payload);
}

Ex RealLit(Arena* arena, Type type, long double value) {
  FFT_CHECK(type.IsReal() && std::isfinite(value));
  Payload payload;
  payload.real = value;
  return MakeEx(arena, Kind::kRealLit, type, {}, payload);
}

Ex VarRef(Arena* arena, Type type, std::string_view name) {
  Payload payload;
  payload.text = name;
  return MakeEx(arena, Kind::kVarRef, type, {}, payload);
}

Ex BuiltinRef(Arena* arena, BuiltinId id) {
  Payload payload;
  payload.op = static_cast<uint8_t>(id);
  return MakeEx(arena, Kind::kBuiltin, Type::Int32(), {}, payload);
}

Ex LitLike(Ex like, int64_t value) {
  if (like.type().IsReal()) return RealLit(like.arena(), like.type(), value);
  return IntLit(like.arena(), like.type(), value);
}

Ex LitLike(Ex like, long double value) { return RealLit(like.arena(), like.type(), value); }

Ex MakeUnary(UnaryOp op, Ex a) {
  FFT_CHECK(OperandFits(op, a.type()));
  if (Ex folded = FoldUnary(op, a)) return folded;
  Payload payload;
  payload.op = static_cast<uint8_t>(op);
  return MakeEx(a.arena(), Kind::kUnary, a.type(), std::array{a.node()}, payload);
}

Ex MakeBinary(BinaryOp op, Ex a, Ex b) {
  Unify(&a, &b);
  FFT_CHECK(OperandFits(op, a.type()));
  if (Ex folded = FoldBinary(op, a, b)) return folded;
  Payload payload;
  payload.op = static_cast<uint8_t>(op);
  const Type type = IsComparison(op) ? Type::Bool() : a.type();
  return MakeEx(a.arena(), Kind::kBinary, type, std::array{a.node(), b.node()}, payload);
}

Ex Fma(Ex a, Ex b, Ex c) {
  FFT_CHECK(a.type().IsReal() && a.type().IsArithmetic());
  FFT_CHECK(a.type() == b.type() && a.type() == c.type());
  // Folds products of zero and a literal. Butterflies multiply their constants by the zeros of
  // points that memory does not hold.
  const auto is_number = [](Ex x) { return x.node()->kind == Kind::kRealLit; };
  const auto is_zero = [&](Ex x) { return is_number(x) && x.node()->payload.real == 0; };
  if ((is_zero(a) && is_number(b)) || (is_zero(b) && is_number(a))) return c;
  return MakeEx(a.arena(), Kind::kFma, a.type(), std::array{a.node(), b.node(), c.node()});
}

Ex Select(Ex condition, Ex if_true, Ex if_false) {
  Unify(&if_true, &if_false);
  FFT_CHECK(condition.type().IsBool());
  FFT_CHECK(if_true.type().IsArithmetic() || if_true.type().IsBool());
  if (condition.node()->kind == Kind::kIntLit) {
    return condition.node()->integer() != 0 ? if_true : if_false;
  }
  return MakeEx(condition.arena(), Kind::kSelect, if_true.type(),
                std::array{condition.node(), if_true.node(), if_false.node()});
}

Ex Cast(Type type, Ex value) {
  const Type from = value.type();
  if (from == type) return value;
  FFT_CHECK((from.IsInt() && (type.IsInt() || type.IsReal())) || (from.IsReal() && type.IsReal()) ||
            (from.IsComplex() && type.IsComplex()));
  if (value.node()->kind == Kind::kIntLit && type.IsInt()) {
    return IntLit(value.arena(), type, value.node()->integer());
  }
  if (value.node()->kind == Kind::kIntLit && type.IsReal()) {
    return RealLit(value.arena(), type, value.node()->integer());
  }
  if (value.node()->kind == Kind::kMakeComplex) {
    const auto part = [&](size_t i) {
      return Cast(type.part(), Ex(value.arena(), value.node()->arg(i)));
    };
    return MakeComplex(part(0), part(1));
  }
  if (from.IsInt() && type.IsInt() && from.bits() < type.bits() &&
      value.node()->Is(BinaryOp::kAdd) &&
      value.node()->arg(1)->kind == Kind::kIntLit) {  // the literal moves out of the cast
    return Cast(type, Ex(value.arena(), value.node()->arg(0))) +
           IntLit(value.arena(), type, value.node()->arg(1)->integer());
  }
  return MakeEx(value.arena(), Kind::kCast, type, std::array{value.node()});
}

Ex Load(Ex pointer, Ex index) {
  FFT_CHECK(pointer.type().IsPointer() && index.type().IsInt());
  return MakeEx(pointer.arena(), Kind::kLoad, pointer.type().element(),
                std::array{pointer.node(), index.node()});
}

Ex MakeComplex(Ex re, Ex im) {
  FFT_CHECK(re.type().IsReal() && re.type() == im.type());
  return MakeEx(re.arena(), Kind::kMakeComplex, Type::Complex(re.type().precision()),
                std::array{re.node(), im.node()});
}

namespace {

Ex Part(Kind kind, Ex value) {
  FFT_CHECK(value.type().IsComplex());
  if (value.node()->kind == Kind::kMakeComplex) {
    return Ex(value.arena(), value.node()->arg(kind == Kind::kRe ? 0 : 1));
  }
  return MakeEx(value.arena(), kind, value.type().part(), std::array{value.node()});
}

}  // namespace

Ex Re(Ex value) { return Part(Kind::kRe, value); }
Ex Im(Ex value) { return Part(Kind::kIm, value); }

}  // namespace fft::codegen
