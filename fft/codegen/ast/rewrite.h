// Depth-first rewriting and walking of ASTs.
#ifndef FFT_CODEGEN_AST_REWRITE_H_
#define FFT_CODEGEN_AST_REWRITE_H_

#include <functional>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/node.h"

namespace fft::codegen {

// Rebuilds a tree bottom up: every node, its operands already rewritten, is replaced by f(node).
// A subtree in which nothing changes keeps its identity, so "did the rewrite do anything" is a
// pointer comparison. f must depend on its node alone: a shared subtree is rewritten once. A
// statement is dropped by returning an empty Block and multiplied by returning a Block: a Block
// standing directly in a Block is spliced into it when the rewrite made it.
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
