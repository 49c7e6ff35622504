// Evaluates integer operators (ast_nodes.def), to fold constants and to run kernels.
#ifndef FFT_CODEGEN_AST_EVALUATE_INT_H_
#define FFT_CODEGEN_AST_EVALUATE_INT_H_

#include <cstdint>
#include <optional>

#include "fft/codegen/ast/node.h"

namespace fft::codegen {

// Returns a op b for integers of `bits` bits; a comparison gives 0 or 1. Returns nothing where the
// result is not defined or does not fit 64 bits. FitsBits tells whether a result fits fewer bits.
std::optional<int64_t> EvaluateInt(BinaryOp op, int64_t a, int64_t b, int bits);

inline bool FitsBits(int64_t value, int bits) {
  return bits != 32 || value == static_cast<int32_t>(value);
}

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_EVALUATE_INT_H_
