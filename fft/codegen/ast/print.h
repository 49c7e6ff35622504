// A readable dump of a kernel or a node, one statement per line. It serves people, tests and
// traces, and is not the source of any dialect.
#ifndef FFT_CODEGEN_AST_PRINT_H_
#define FFT_CODEGEN_AST_PRINT_H_

#include <string>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/line_range.h"

namespace fft::codegen {

// The kernel as text. `map`, if given, receives the lines of the statements.
std::string Print(const Kernel& kernel, LineMap* map = nullptr);
std::string Print(const Node* node);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_PRINT_H_
