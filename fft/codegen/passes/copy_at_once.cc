#include "fft/codegen/passes/copy_at_once.h"

#include <array>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {

Kernel CopyAtOnce(const Kernel& kernel) {
  return RewriteBody(kernel, [](Arena* arena, const Node* node) {
    if (node->kind == Kind::kAwaitCopies) return arena->Make(Kind::kBlock, Type::Void(), {});
    if (node->kind != Kind::kCopyAsync) return node;
    const Ex value = Load({arena, node->arg(2)}, {arena, node->arg(3)});
    return arena->Make(Kind::kStore, Type::Void(),
                       std::array{node->arg(0), node->arg(1), value.node()});
  });
}

}  // namespace fft::codegen
