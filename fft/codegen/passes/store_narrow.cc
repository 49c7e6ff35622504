#include "fft/codegen/passes/store_narrow.h"

#include <algorithm>
#include <array>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

bool IsSingle(Type type) {
  return (type.IsReal() || type.IsComplex()) && type.precision() == Precision::kSingle;
}

Type Narrow(Type type, Precision precision) {
  return type.IsReal() ? Type::Real(precision) : Type::Complex(precision);
}

}  // namespace

Kernel StoreNarrow(const Kernel& kernel, const std::string& name, Precision precision) {
  Kernel result = kernel;
  const auto param = std::find_if(result.params.begin(), result.params.end(), [&](const Param& p) {
    return p.name == name && p.type.IsPointer() && IsSingle(p.type.element());
  });
  if (param == result.params.end()) return kernel;
  const Type wide = param->type.element();
  const Type narrow = Narrow(wide, precision);
  const Type pointer = Type::Pointer(narrow, param->type.space(), param->type.access());
  param->type = pointer;
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    const bool access =
        node->kind == Kind::kLoad || node->kind == Kind::kStore || node->kind == Kind::kPrefetch;
    if (!access || node->arg(0)->kind != Kind::kVarRef || node->arg(0)->name() != name) {
      return node;
    }
    const Ex array = VarRef(arena, pointer, name);
    const Ex index(arena, node->arg(1));
    if (node->kind == Kind::kLoad) return Cast(wide, Load(array, index)).node();
    if (node->kind == Kind::kPrefetch) {
      return arena->WithArgs(node, std::array{array.node(), index.node()});
    }
    const Node* store[] = {array.node(), index.node(),
                           Cast(narrow, Ex(arena, node->arg(2))).node()};
    return arena->Make(Kind::kStore, Type::Void(), store);
  });
}

}  // namespace fft::codegen
