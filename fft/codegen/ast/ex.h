// Ex: an expression as a value with operators, so that index arithmetic reads like arithmetic.
//
// Constructors fold simple cases: integer constants, x + 0, x * 1, x * 0 (ints), x / 1, x % 1, (a *
// c) / c, (a * c) % c, chains of constant additions and multiplications. Constants move to the
// right. Operands of different types are made equal: an int literal takes the type of the other
// operand, and an int32 beside an int64 is cast. Other types must not be combined.
//
//   Ex t = b.ThreadIndex();
//   Ex address = t / 8 * 64 + t % 8;
#ifndef FFT_CODEGEN_AST_EX_H_
#define FFT_CODEGEN_AST_EX_H_

#include <concepts>
#include <cstdint>

#include "fft/codegen/ast/node.h"
#include "fft/codegen/ast/type.h"

namespace fft::codegen {

class Ex {
 public:
  Ex() = default;  // no expression
  Ex(Arena* arena, const Node* node) : arena_(arena), node_(node) {}

  Arena* arena() const { return arena_; }
  const Node* node() const { return node_; }
  Type type() const { return node_->type; }
  explicit operator bool() const { return node_ != nullptr; }

 private:
  Arena* arena_ = nullptr;
  const Node* node_ = nullptr;
};

// Expressions without operands.
Ex IntLit(Arena* arena, Type type, int64_t value);
Ex RealLit(Arena* arena, Type type, long double value);
Ex VarRef(Arena* arena, Type type, std::string_view name);
Ex BuiltinRef(Arena* arena, BuiltinId id);

// A literal of the type of `like` (int, real or bool).
Ex LitLike(Ex like, int64_t value);
Ex LitLike(Ex like, long double value);

// Operators.
Ex MakeUnary(UnaryOp op, Ex a);
Ex MakeBinary(BinaryOp op, Ex a, Ex b);

inline Ex operator+(Ex a, Ex b) { return MakeBinary(BinaryOp::kAdd, a, b); }
inline Ex operator-(Ex a, Ex b) { return MakeBinary(BinaryOp::kSub, a, b); }
inline Ex operator*(Ex a, Ex b) { return MakeBinary(BinaryOp::kMul, a, b); }
inline Ex operator/(Ex a, Ex b) { return MakeBinary(BinaryOp::kDiv, a, b); }
inline Ex operator%(Ex a, Ex b) { return MakeBinary(BinaryOp::kMod, a, b); }
inline Ex operator<<(Ex a, Ex b) { return MakeBinary(BinaryOp::kShl, a, b); }
inline Ex operator>>(Ex a, Ex b) { return MakeBinary(BinaryOp::kShr, a, b); }
inline Ex operator&(Ex a, Ex b) { return MakeBinary(BinaryOp::kAnd, a, b); }
inline Ex operator|(Ex a, Ex b) { return MakeBinary(BinaryOp::kOr, a, b); }
inline Ex operator^(Ex a, Ex b) { return MakeBinary(BinaryOp::kXor, a, b); }
inline Ex operator<(Ex a, Ex b) { return MakeBinary(BinaryOp::kLt, a, b); }
inline Ex operator<=(Ex a, Ex b) { return MakeBinary(BinaryOp::kLe, a, b); }
inline Ex operator>(Ex a, Ex b) { return MakeBinary(BinaryOp::kGt, a, b); }
inline Ex operator>=(Ex a, Ex b) { return MakeBinary(BinaryOp::kGe, a, b); }
inline Ex operator-(Ex a) { return MakeUnary(UnaryOp::kNeg, a); }
// These functions stand for == and !=. An Ex does not have these operators, because the functions
// build a node and compare nothing.
inline Ex Equals(Ex a, Ex b) { return MakeBinary(BinaryOp::kEq, a, b); }
inline Ex NotEquals(Ex a, Ex b) { return MakeBinary(BinaryOp::kNe, a, b); }
inline Ex LogicalAnd(Ex a, Ex b) { return MakeBinary(BinaryOp::kLAnd, a, b); }
inline Ex LogicalOr(Ex a, Ex b) { return MakeBinary(BinaryOp::kLOr, a, b); }
inline Ex Sqrt(Ex a) { return MakeUnary(UnaryOp::kSqrt, a); }
inline Ex LogicalNot(Ex a) { return MakeUnary(UnaryOp::kNot, a); }
inline Ex Min(Ex a, Ex b) { return MakeBinary(BinaryOp::kMin, a, b); }

// The operators with a C++ integer as one operand.
template <std::integral T>
Ex operator+(Ex a, T b) {
  return a + LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator-(Ex a, T b) {
  return a - LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator*(Ex a, T b) {
  return a * LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator/(Ex a, T b) {
  return a / LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator%(Ex a, T b) {
  return a % LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator<<(Ex a, T b) {
  return a << LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator>>(Ex a, T b) {
  return a >> LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator&(Ex a, T b) {
  return a & LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator<(Ex a, T b) {
  return a < LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator<=(Ex a, T b) {
  return a <= LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator>(Ex a, T b) {
  return a > LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator>=(Ex a, T b) {
  return a >= LitLike(a, int64_t{b});
}
template <std::integral T>
Ex operator+(T a, Ex b) {
  return LitLike(b, int64_t{a}) + b;
}
template <std::integral T>
Ex operator-(T a, Ex b) {
  return LitLike(b, int64_t{a}) - b;
}
template <std::integral T>
Ex operator*(T a, Ex b) {
  return LitLike(b, int64_t{a}) * b;
}
template <std::integral T>
Ex Equals(Ex a, T b) {
  return Equals(a, LitLike(a, int64_t{b}));
}
template <std::integral T>
Ex NotEquals(Ex a, T b) {
  return NotEquals(a, LitLike(a, int64_t{b}));
}
template <std::integral T>
Ex Min(Ex a, T b) {
  return Min(a, LitLike(a, int64_t{b}));
}
// A real with a C++ constant on one side; the constant is rounded once to the real's precision.
template <std::floating_point T>
Ex operator*(Ex a, T b) {
  return a * LitLike(a, static_cast<long double>(b));
}
template <std::floating_point T>
Ex operator*(T a, Ex b) {
  return b * LitLike(b, static_cast<long double>(a));
}

// Expressions that have no operator.
Ex Fma(Ex a, Ex b, Ex c);
Ex Select(Ex condition, Ex if_true, Ex if_false);
Ex Cast(Type type, Ex value);
Ex Load(Ex pointer, Ex index);
Ex MakeComplex(Ex re, Ex im);
// The parts of a complex number; those of a MakeComplex are its arguments.
Ex Re(Ex value);
Ex Im(Ex value);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_EX_H_
