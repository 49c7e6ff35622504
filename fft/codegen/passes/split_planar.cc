#include "fft/codegen/passes/split_planar.h"

#include <algorithm>
#include <array>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

bool IsAccessOf(const Node* node, const std::string& name) {
  if (node->kind != Kind::kLoad && node->kind != Kind::kStore && node->kind != Kind::kPrefetch) {
    return false;
  }
  const Node* pointer = node->arg(0);
  return pointer->kind == Kind::kVarRef && pointer->name() == name;
}

}  // namespace

std::string ImaginaryName(const std::string& name) { return name + "_imag"; }

Kernel SplitPlanar(const Kernel& kernel, const std::string& name) {
  Kernel result = kernel;
  const auto param = std::find_if(result.params.begin(), result.params.end(), [&](const Param& p) {
    return p.name == name && p.type.IsPointer() && p.type.element().IsComplex();
  });
  if (param == result.params.end()) return kernel;
  const Type part =
      Type::Pointer(param->type.element().part(), param->type.space(), param->type.access());
  param->type = part;
  result.params.insert(param + 1, {ImaginaryName(name), part, param->aliasing});
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    if (!IsAccessOf(node, name)) return node;
    const Ex re = VarRef(arena, part, name);
    const Ex im = VarRef(arena, part, ImaginaryName(name));
    const Ex index(arena, node->arg(1));
    if (node->kind == Kind::kLoad) return MakeComplex(Load(re, index), Load(im, index)).node();
    if (node->kind == Kind::kPrefetch) {
      const Node* both[] = {arena->WithArgs(node, std::array{re.node(), index.node()}),
                            arena->WithArgs(node, std::array{im.node(), index.node()})};
      return arena->Make(Kind::kBlock, Type::Void(), both);
    }
    const Ex value(arena, node->arg(2));
    const Node* store_re[] = {re.node(), index.node(), Re(value).node()};
    const Node* store_im[] = {im.node(), index.node(), Im(value).node()};
    const Node* stores[] = {arena->Make(Kind::kStore, Type::Void(), store_re),
                            arena->Make(Kind::kStore, Type::Void(), store_im)};
    return arena->Make(Kind::kBlock, Type::Void(), stores);
  });
}

}  // namespace fft::codegen
