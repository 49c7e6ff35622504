// Integers of a PTX kernel: sums with a constant, which instructions carry, and quotients by
// constants. Part of emit/ptx.cc.
#ifndef FFT_CODEGEN_EMIT_PTX_INTEGERS_H_
#define FFT_CODEGEN_EMIT_PTX_INTEGERS_H_

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "fft/codegen/ast/node.h"
#include "fft/codegen/emit/ptx_text.h"

namespace fft::codegen {

// The integer `base` + `offset`; without a base a constant.
struct PtxInt {
  PtxOperand base;
  int64_t offset = 0;
  int bits = 32;

  bool IsConstant() const { return base.empty(); }
};

// Writes the arithmetic that offsets cannot absorb. Overflow is an error of the generator
// (ast_nodes.def), so offsets move through sums, products and conversions. Operands of quotients
// are not negative.
class PtxIntegers {
 public:
  explicit PtxIntegers(PtxText* text) : text_(text) {}

  // Notes that `base` is from 0 to `max`.
  void Know(const PtxOperand& base, int64_t max) { max_[base] = max; }

  PtxInt Binary(BinaryOp op, const PtxInt& a, const PtxInt& b);
  PtxInt Negate(const PtxInt& a);
  PtxInt Convert(const PtxInt& a, int bits);
  // A register or an immediate.
  PtxOperand Materialize(const PtxInt& a);
  // A register that holds the integer.
  PtxOperand InRegister(const PtxInt& a);
  // base * `factor` as a number of `bits` bits, without the offset.
  PtxOperand ScaledBase(const PtxInt& a, int64_t factor, int bits);

 private:
  PtxInt Add(const PtxInt& a, const PtxInt& b);
  PtxInt Subtract(const PtxInt& a, const PtxInt& b);
  PtxInt Multiply(const PtxInt& a, const PtxInt& b);
  PtxInt Scale(const PtxInt& a, int64_t factor);
  PtxInt Divide(const PtxInt& a, const PtxInt& b);
  PtxInt DivideByConstant(const PtxInt& a, int64_t divisor);
  PtxInt DivideByMultiplying(const PtxInt& a, int64_t divisor);
  PtxInt Modulo(const PtxInt& a, const PtxInt& b);
  PtxInt Plain(const char* op, const PtxInt& a, const PtxInt& b);
  PtxInt Define(const std::string& op, int bits, const std::vector<PtxOperand>& operands);
  // The largest value, where the number is known not to be negative.
  std::optional<int64_t> MaxOf(const PtxInt& a) const;
  PtxInt Known(PtxInt a, std::optional<int64_t> max);

  PtxText* text_;
  std::unordered_map<PtxOperand, int64_t> max_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_PTX_INTEGERS_H_
