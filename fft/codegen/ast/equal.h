// Structural equality, independent of arenas and of sharing.
#ifndef FFT_CODEGEN_AST_EQUAL_H_
#define FFT_CODEGEN_AST_EQUAL_H_

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

bool Equal(const Node* a, const Node* b);
bool Equal(const Kernel& a, const Kernel& b);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_EQUAL_H_
