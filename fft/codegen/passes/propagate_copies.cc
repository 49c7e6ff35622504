#include "fft/codegen/passes/propagate_copies.h"

#include <string_view>
#include <unordered_map>

#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/variables.h"

namespace fft::codegen {

absl::StatusOr<Kernel> PropagateCopies(const Kernel& kernel) {
  const Variables variables(kernel);
  std::unordered_map<std::string_view, const Node*> copies;
  Walk(kernel.body, [&](const Node* node) {
    if (node->kind == Kind::kLet && node->arg(0)->kind == Kind::kVarRef &&
        !variables.Contain(node->arg(0)->name())) {
      const auto original = copies.find(node->arg(0)->name());
      copies[node->name()] = original == copies.end() ? node->arg(0) : original->second;
    }
    return !IsExpr(node->kind);
  });
  return RewriteBody(kernel, [&](Arena* arena, const Node* node) {
    if (node->kind == Kind::kLet && copies.contains(node->name())) {
      return arena->Make(Kind::kBlock, Type::Void(), {});
    }
    const auto copy = node->kind == Kind::kVarRef ? copies.find(node->name()) : copies.end();
    return copy == copies.end() ? node : copy->second;
  });
}

}  // namespace fft::codegen
