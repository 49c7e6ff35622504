#include "fft/codegen/passes/variables.h"

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {

Variables::Variables(const Kernel& kernel) {
  Walk(kernel.body, [this](const Node* node) {
    if (node->kind == Kind::kDeclVar) names_.insert(node->name());
    return !IsExpr(node->kind);
  });
}

bool Variables::MayChange(const Node* expression) const {
  bool may_change = false;
  Walk(expression, [&](const Node* node) {
    may_change |= ReadsMemory(node->kind);
    may_change |= node->kind == Kind::kVarRef && names_.contains(node->name());
    return !may_change;
  });
  return may_change;
}

}  // namespace fft::codegen
