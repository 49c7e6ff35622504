#include "fft/codegen/emit/shared_memory.h"

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {

bool HasCopies(const Kernel& kernel) {
  bool found = false;
  Walk(kernel.body, [&](const Node* node) {
    found |= node->kind == Kind::kCopyAsync;
    return !found && !IsExpr(node->kind);
  });
  return found;
}

}  // namespace fft::codegen
