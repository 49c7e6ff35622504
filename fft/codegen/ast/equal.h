// Structural equality and hashing, independent of arenas and of sharing.
#ifndef FFT_CODEGEN_AST_EQUAL_H_
#define FFT_CODEGEN_AST_EQUAL_H_

#include <cstdint>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

bool Equal(const Node* a, const Node* b);
bool Equal(const Kernel& a, const Kernel& b);

// Equal values have equal hashes, on every machine.
uint64_t Hash(const Node* node);
uint64_t Hash(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_EQUAL_H_
