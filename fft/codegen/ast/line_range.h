// Which lines of a printed kernel come from which statement.
#ifndef FFT_CODEGEN_AST_LINE_RANGE_H_
#define FFT_CODEGEN_AST_LINE_RANGE_H_

#include <vector>

#include "fft/codegen/ast/node.h"

namespace fft::codegen {

// The lines of one statement, from `first_line` to `last_line` inclusive, counted from 1. Lines of
// the statements inside it count as its own.
struct LineRange {
  const Node* statement = nullptr;
  int first_line = 0;
  int last_line = 0;
};

// The lines of all statements of a kernel, outer before inner, in the kernel's order. Every text of
// one kernel has a map of the same statements.
using LineMap = std::vector<LineRange>;

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_LINE_RANGE_H_
