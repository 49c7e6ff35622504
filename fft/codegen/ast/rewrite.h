// Depth-first rewriting and walking of ASTs.
#ifndef FFT_CODEGEN_AST_REWRITE_H_
#define FFT_CODEGEN_AST_REWRITE_H_

#include <functional>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/node.h"

namespace fft::codegen {

// Rebuilds a tree bottom up: first the operands of a node are rewritten, then the node is replaced
// by f(node). A subtree in which nothing changes keeps its identity, so comparing pointers tells
// whether the rewrite changed anything. f must depend only on its node, since a shared subtree is
// rewritten once. To drop a statement, f returns an empty Block. To replace a statement by several,
// f returns a Block of them. If the replaced statement stands directly in another Block, the new
// statements are spliced into that Block.
const Node* Rewrite(Arena* arena, const Node* root,
                    const std::function<const Node*(const Node*)>& f);

// The kernel with a rewritten body; `changed` (may be null) tells whether it differs.
Kernel RewriteBody(const Kernel& kernel, const std::function<const Node*(Arena*, const Node*)>& f,
                   bool* changed = nullptr);

// Calls f for every node, operands after their node, shared subtrees once per use. Where f returns
// false the operands are skipped.
void Walk(const Node* root, const std::function<bool(const Node*)>& f);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_REWRITE_H_
