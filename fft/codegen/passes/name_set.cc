#include "fft/codegen/passes/name_set.h"

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {

NameSet::NameSet(const Kernel& kernel) {
  names_.insert(kernel.name);
  for (const Param& param : kernel.params) names_.insert(param.name);
  for (const SharedArray& array : kernel.shared) names_.insert(array.name);
  Walk(kernel.body, [&](const Node* node) {
    const bool declares =
        node->kind == Kind::kLet || node->kind == Kind::kDeclVar || node->kind == Kind::kFor;
    if (declares) names_.insert(std::string(node->name()));
    return !IsExpr(node->kind);
  });
}

std::string NameSet::Fresh(const std::string& hint) {
  std::string name = hint;
  for (int next = 1; !names_.insert(name).second; ++next) name = hint + "_" + std::to_string(next);
  return name;
}

}  // namespace fft::codegen
