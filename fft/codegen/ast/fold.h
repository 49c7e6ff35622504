// The folding rules of Ex's operators (private to ex.cc).
#ifndef FFT_CODEGEN_AST_FOLD_H_
#define FFT_CODEGEN_AST_FOLD_H_

#include "fft/codegen/ast/ex.h"

namespace fft::codegen {

// A simpler expression of the same value, or no expression where none is known. Operands have one
// type, which fits the operator.
Ex FoldUnary(UnaryOp op, Ex a);
Ex FoldBinary(BinaryOp op, Ex a, Ex b);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_FOLD_H_
