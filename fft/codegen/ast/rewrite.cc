#include "fft/codegen/ast/rewrite.h"

#include <unordered_map>
#include <vector>

namespace fft::codegen {
namespace {

class Rewriter {
 public:
  Rewriter(Arena* arena, const std::function<const Node*(const Node*)>& f) : arena_(arena), f_(f) {}

  const Node* Visit(const Node* node) {
    if (const auto it = done_.find(node); it != done_.end()) return it->second;
    std::vector<const Node*> args;
    args.reserve(node->args.size());
    bool changed = false;
    for (const Node* arg : node->args) {
      const Node* rewritten = Visit(arg);
      changed |= rewritten != arg;
      if (node->kind == Kind::kBlock && rewritten != arg && rewritten->kind == Kind::kBlock) {
        args.insert(args.end(), rewritten->args.begin(), rewritten->args.end());
      } else {
        args.push_back(rewritten);
      }
    }
    const Node* result = f_(changed ? arena_->WithArgs(node, args) : node);
    done_.emplace(node, result);
    return result;
  }

 private:
  Arena* arena_;
  const std::function<const Node*(const Node*)>& f_;
  std::unordered_map<const Node*, const Node*> done_;
};

}  // namespace

const Node* Rewrite(Arena* arena, const Node* root,
                    const std::function<const Node*(const Node*)>& f) {
  return Rewriter(arena, f).Visit(root);
}

Kernel RewriteBody(const Kernel& kernel, const std::function<const Node*(Arena*, const Node*)>& f,
                   bool* changed) {
  auto arena = std::make_shared<Arena>(kernel.arena);
  const Node* body =
      Rewrite(arena.get(), kernel.body, [&](const Node* node) { return f(arena.get(), node); });
  if (changed != nullptr) *changed = body != kernel.body;
  if (body == kernel.body) return kernel;
  Kernel result = kernel;
  result.body = body;
  result.arena = std::move(arena);
  return result;
}

void Walk(const Node* root, const std::function<bool(const Node*)>& f) {
  if (!f(root)) return;
  for (const Node* arg : root->args) Walk(arg, f);
}

}  // namespace fft::codegen
