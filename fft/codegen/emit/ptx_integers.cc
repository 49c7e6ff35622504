#include "fft/codegen/emit/ptx_integers.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/evaluate_int.h"

namespace fft::codegen {
namespace {

std::string Bits(int bits) { return std::to_string(bits); }

PtxClass ClassOf(int bits) { return bits == 64 ? PtxClass::kInt64 : PtxClass::kInt32; }

// The largest value of a product or sum counts as unknown where it exceeds 62 bits.
std::optional<int64_t> Checked(BinaryOp op, std::optional<int64_t> a, std::optional<int64_t> b) {
  if (!a || !b) return std::nullopt;
  return EvaluateInt(op, *a, *b, 64);
}

}  // namespace

std::optional<int64_t> PtxIntegers::MaxOf(const PtxInt& a) const {
  if (a.IsConstant()) return a.offset < 0 ? std::nullopt : std::optional(a.offset);
  const auto it = max_.find(a.base);
  if (it == max_.end() || a.offset < 0) return std::nullopt;
  return Checked(BinaryOp::kAdd, it->second, a.offset);
}

PtxInt PtxIntegers::Known(PtxInt a, std::optional<int64_t> max) {
  if (!a.IsConstant() && max && FitsBits(*max, a.bits)) max_[a.base] = *max;
  return a;
}

PtxInt PtxIntegers::Define(const std::string& op, int bits,
                           const std::vector<PtxOperand>& operands) {
  return {text_->Define(ClassOf(bits), op, operands), 0, bits};
}

PtxOperand PtxIntegers::Materialize(const PtxInt& a) {
  if (a.IsConstant()) return std::to_string(a.offset);
  if (a.offset == 0) return a.base;
  const std::optional<int64_t> max = MaxOf(a);
  const PtxInt sum = Define("add.s" + Bits(a.bits), a.bits, {a.base, std::to_string(a.offset)});
  return Known(sum, max).base;
}

PtxOperand PtxIntegers::InRegister(const PtxInt& a) {
  const PtxOperand operand = Materialize(a);
  return a.IsConstant() ? Define("mov.b" + Bits(a.bits), a.bits, {operand}).base : operand;
}

PtxInt PtxIntegers::Binary(BinaryOp op, const PtxInt& a, const PtxInt& b) {
  if (a.IsConstant() && b.IsConstant()) {
    if (const auto value = EvaluateInt(op, a.offset, b.offset, a.bits)) {
      return {"", *value, a.bits};
    }
  }
  switch (op) {
    case BinaryOp::kAdd:
      return Add(a, b);
    case BinaryOp::kSub:
      return Subtract(a, b);
    case BinaryOp::kMul:
      return Multiply(a, b);
    case BinaryOp::kDiv:
      return Divide(a, b);
    case BinaryOp::kMod:
      return Modulo(a, b);
    case BinaryOp::kShl:
      if (b.IsConstant()) return Scale(a, int64_t{1} << b.offset);
      return Plain("shl.b", a, Convert(b, 32));
    case BinaryOp::kShr:
      if (b.IsConstant()) return DivideByConstant(a, int64_t{1} << b.offset);
      return Plain("shr.u", a, Convert(b, 32));
    case BinaryOp::kAnd: {
      const bool is_mask = b.IsConstant() && b.offset >= 0;
      return Known(Plain("and.b", a, b), is_mask ? std::optional(b.offset) : std::nullopt);
    }
    case BinaryOp::kXor:
      return Plain("xor.b", a, b);
    case BinaryOp::kOr:
      return Plain("or.b", a, b);
    case BinaryOp::kMin: {
      const std::optional<int64_t> x = MaxOf(a), y = MaxOf(b);
      return Known(Plain("min.s", a, b), x && y ? std::optional(std::min(*x, *y)) : std::nullopt);
    }
    default:
      FFT_CHECK(false);  // comparisons have no integer value
  }
}

PtxInt PtxIntegers::Plain(const char* op, const PtxInt& a, const PtxInt& b) {
  const PtxOperand left = Materialize(a), right = Materialize(b);
  return Define(op + Bits(a.bits), a.bits, {left, right});
}

PtxInt PtxIntegers::Add(const PtxInt& a, const PtxInt& b) {
  if (a.IsConstant()) return {b.base, a.offset + b.offset, b.bits};
  if (b.IsConstant()) return {a.base, a.offset + b.offset, a.bits};
  const auto x = MaxOf({a.base, 0, a.bits}), y = MaxOf({b.base, 0, b.bits});
  const auto [first, second] = std::minmax(a.base, b.base);
  PtxInt sum =
      Known(Define("add.s" + Bits(a.bits), a.bits, {first, second}), Checked(BinaryOp::kAdd, x, y));
  sum.offset = a.offset + b.offset;
  return sum;
}

PtxInt PtxIntegers::Subtract(const PtxInt& a, const PtxInt& b) {
  if (b.IsConstant()) return {a.base, a.offset - b.offset, a.bits};
  if (a.base == b.base) return {"", a.offset - b.offset, a.bits};
  PtxInt difference = a.IsConstant() ? Define("neg.s" + Bits(a.bits), a.bits, {b.base})
                                     : Define("sub.s" + Bits(a.bits), a.bits, {a.base, b.base});
  difference.offset = a.offset - b.offset;
  return difference;
}

PtxInt PtxIntegers::Negate(const PtxInt& a) { return Subtract({"", 0, a.bits}, a); }

PtxInt PtxIntegers::Multiply(const PtxInt& a, const PtxInt& b) {
  if (b.IsConstant()) return Scale(a, b.offset);
  if (a.IsConstant()) return Scale(b, a.offset);
  const PtxOperand left = Materialize(a), right = Materialize(b);
  const auto [first, second] = std::minmax(left, right);
  return Known(Define("mul.lo.s" + Bits(a.bits), a.bits, {first, second}),
               Checked(BinaryOp::kMul, MaxOf(a), MaxOf(b)));
}

PtxInt PtxIntegers::Scale(const PtxInt& a, int64_t factor) {
  const std::optional<int64_t> offset = EvaluateInt(BinaryOp::kMul, a.offset, factor, 64);
  if (factor == 0 || a.IsConstant()) return {"", factor == 0 ? 0 : a.offset * factor, a.bits};
  if (!offset || !FitsBits(*offset, a.bits)) {
    return Define("mul.lo.s" + Bits(a.bits), a.bits, {Materialize(a), std::to_string(factor)});
  }
  return {ScaledBase(a, factor, a.bits), *offset, a.bits};
}

PtxOperand PtxIntegers::ScaledBase(const PtxInt& a, int64_t factor, int bits) {
  const auto max = Checked(BinaryOp::kMul, MaxOf({a.base, 0, a.bits}), factor);
  const bool is_shift = factor > 0 && IsPowerOfTwo(factor);
  if (factor == 1 && bits == a.bits) return a.base;
  if (bits == 64 && a.bits == 32) {
    const PtxInt wide = {a.base, 0, 32};
    if (factor == 1) return Convert(wide, 64).base;
    return Known(Define("mul.wide.s32", 64, {a.base, std::to_string(factor)}), max).base;
  }
  const PtxOperand base = bits == a.bits ? a.base : Convert({a.base, 0, a.bits}, bits).base;
  if (factor == 1) return base;
  const PtxInt scaled =
      is_shift ? Define("shl.b" + Bits(bits), bits, {base, std::to_string(FloorLog2(factor))})
               : Define("mul.lo.s" + Bits(bits), bits, {base, std::to_string(factor)});
  return Known(scaled, max).base;
}

PtxInt PtxIntegers::Divide(const PtxInt& a, const PtxInt& b) {
  if (b.IsConstant()) return DivideByConstant(a, b.offset);
  return Known(Plain("div.u", a, b), MaxOf(a));
}

PtxInt PtxIntegers::DivideByConstant(const PtxInt& a, int64_t divisor) {
  const PtxInt base = {a.base, 0, a.bits};
  const std::optional<int64_t> max = MaxOf(a);
  if (divisor == 1) return a;
  if (max && *max < divisor) return {"", 0, a.bits};
  if (a.offset != 0 && MaxOf(base) && a.offset > 0 && a.offset % divisor == 0) {
    PtxInt quotient = DivideByConstant(base, divisor);
    quotient.offset += a.offset / divisor;
    return quotient;
  }
  const PtxInt quotient = IsPowerOfTwo(divisor)
                              ? Define("shr.u" + Bits(a.bits), a.bits,
                                       {Materialize(a), std::to_string(FloorLog2(divisor))})
                              : DivideByMultiplying(a, divisor);
  const int64_t limit = a.bits == 64 ? INT64_MAX : INT32_MAX;
  return Known(quotient, max.value_or(limit) / divisor);
}

// Divides by multiplying and taking the upper half of the product (Granlund and Montgomery 1994).
// With 2^(l-1) < divisor < 2^l and m = ceil(2^(bits-1+l) / divisor), which takes no more than
// `bits` bits, floor(x / divisor) = floor(x * m / 2^(bits-1+l)) for all x < 2^(bits-1).
PtxInt PtxIntegers::DivideByMultiplying(const PtxInt& a, int64_t divisor) {
  const int log = static_cast<int>(FloorLog2(divisor)) + 1;
  const absl::uint128 power = absl::uint128(1) << (a.bits - 1 + log);
  const absl::uint128 multiplier = (power + (divisor - 1)) / absl::uint128(divisor);
  const std::string m = std::to_string(absl::Uint128Low64(multiplier));
  const PtxOperand high = Define("mul.hi.u" + Bits(a.bits), a.bits, {Materialize(a), m}).base;
  return Define("shr.u" + Bits(a.bits), a.bits, {high, std::to_string(log - 1)});
}

PtxInt PtxIntegers::Modulo(const PtxInt& a, const PtxInt& b) {
  const std::optional<int64_t> max = MaxOf(a);
  if (b.IsConstant()) {
    const PtxInt base = {a.base, 0, a.bits};
    if (max && *max < b.offset) return a;
    if (a.offset > 0 && a.offset % b.offset == 0 && MaxOf(base)) return Modulo(base, b);
    const std::optional<int64_t> rest = std::min(max.value_or(b.offset - 1), b.offset - 1);
    if (b.offset == 1) return {"", 0, a.bits};
    if (IsPowerOfTwo(b.offset)) return Known(Plain("and.b", a, {"", b.offset - 1, a.bits}), rest);
    const PtxInt whole = Scale({Materialize(DivideByConstant(a, b.offset)), 0, a.bits}, b.offset);
    return Known(Subtract({Materialize(a), 0, a.bits}, whole), rest);
  }
  const PtxInt whole = Multiply(Divide(a, b), b);
  return Known(Subtract({Materialize(a), 0, a.bits}, whole), max);
}

PtxInt PtxIntegers::Convert(const PtxInt& a, int bits) {
  if (bits == a.bits) return a;
  if (a.IsConstant()) return {"", a.offset, bits};
  const std::optional<int64_t> max = MaxOf({a.base, 0, a.bits});
  if (bits == 32) {
    const bool is_small = FitsBits(a.offset, 32);
    const PtxOperand base = is_small ? a.base : Materialize(a);
    PtxInt narrow = Known(Define("cvt.u32.u64", 32, {base}), is_small ? max : MaxOf(a));
    if (is_small) narrow.offset = a.offset;
    return narrow;
  }
  // If the offset is not negative and the sum fits 32 bits, base = sum - offset fits 32 bits, too.
  const PtxInt narrow = a.offset >= 0 ? PtxInt{a.base, 0, 32} : PtxInt{Materialize(a), 0, 32};
  PtxInt wide = Known(Define("cvt.s64.s32", 64, {narrow.base}), max);
  if (a.offset >= 0) wide.offset = a.offset;
  return wide;
}

}  // namespace fft::codegen
