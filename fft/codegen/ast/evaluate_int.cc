#include "fft/codegen/ast/evaluate_int.h"

#include <algorithm>

namespace fft::codegen {

std::optional<int64_t> EvaluateInt(BinaryOp op, int64_t a, int64_t b, int bits) {
  int64_t result = 0;
  switch (op) {
    case BinaryOp::kAdd:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::kSub:
      return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::kMul:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::kDiv:
      return a >= 0 && b > 0 ? std::optional(a / b) : std::nullopt;
    case BinaryOp::kMod:
      return a >= 0 && b > 0 ? std::optional(a % b) : std::nullopt;
    case BinaryOp::kShl:
      if (b < 0 || b >= bits || a < 0) return std::nullopt;
      return __builtin_mul_overflow(a, int64_t{1} << b, &result) ? std::nullopt
                                                                 : std::optional(result);
    case BinaryOp::kShr:
      return a >= 0 && b >= 0 && b < bits ? std::optional(a >> b) : std::nullopt;
    case BinaryOp::kAnd:
    case BinaryOp::kLAnd:
      return a & b;
    case BinaryOp::kOr:
    case BinaryOp::kLOr:
      return a | b;
    case BinaryOp::kXor:
      return a ^ b;
    case BinaryOp::kLt:
      return a < b;
    case BinaryOp::kLe:
      return a <= b;
    case BinaryOp::kGt:
      return a > b;
    case BinaryOp::kGe:
      return a >= b;
    case BinaryOp::kEq:
      return a == b;
    case BinaryOp::kNe:
      return a != b;
    case BinaryOp::kMin:
      return std::min(a, b);
  }
  return std::nullopt;
}

}  // namespace fft::codegen
