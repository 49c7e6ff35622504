#include "fft/codegen/passes/call_callbacks.h"

#include <algorithm>
#include <array>

#include "fft/base/status.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

// Gives parameter `name` the callback's element type and appends the opaque pointer `user`.
Type ChangeParameters(Kernel* kernel, const std::string& name, Type element, const char* user) {
  const auto param = std::find_if(kernel->params.begin(), kernel->params.end(),
                                  [&](const Param& p) { return p.name == name; });
  FFT_CHECK(param != kernel->params.end() && param->type.IsPointer());
  param->type = Type::Pointer(element, param->type.space(), param->type.access());
  const Type type = param->type;
  kernel->params.push_back({user, Type::Opaque(), Aliasing::kMayAlias});
  return type;
}

bool IsAccess(const Node* node, Kind kind, const std::string& name) {
  return node->kind == kind && node->arg(0)->name() == name;
}

// Where the parts of complex element `index` lie in an array of reals.
std::array<Ex, 2> PartIndices(Ex index) {
  const Ex first = Cast(Type::Int64(), index) * 2;
  return {first, first + 1};
}

}  // namespace

Kernel CallOnLoad(const Kernel& kernel, const std::string& name, const CallbackFunction& callback) {
  Kernel result = kernel;
  result.load_callback = callback;
  const Type array = ChangeParameters(&result, name, callback.element, kLoadUser);
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    if (!IsAccess(node, Kind::kLoad, name)) return node;
    const auto call = [&](Ex index) {
      const std::array args = {VarRef(arena, array, name).node(), index.node(),
                               VarRef(arena, Type::Opaque(), kLoadUser).node()};
      return Ex(arena, arena->Make(Kind::kCallLoad, callback.element, args));
    };
    const Ex index(arena, node->arg(1));
    if (node->type == callback.element) return call(index).node();
    const auto [re, im] = PartIndices(index);
    return MakeComplex(call(re), call(im)).node();
  });
}

Kernel CallOnStore(const Kernel& kernel, const std::string& name,
                   const CallbackFunction& callback) {
  Kernel result = kernel;
  result.store_callback = callback;
  const Type array = ChangeParameters(&result, name, callback.element, kStoreUser);
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    if (!IsAccess(node, Kind::kStore, name)) return node;
    const auto call = [&](Ex index, Ex value) {
      const std::array args = {VarRef(arena, array, name).node(), index.node(), value.node(),
                               VarRef(arena, Type::Opaque(), kStoreUser).node()};
      return arena->Make(Kind::kCallStore, Type::Void(), args);
    };
    const Ex index(arena, node->arg(1)), value(arena, node->arg(2));
    if (value.type() == callback.element) return call(index, value);
    const auto [re, im] = PartIndices(index);
    return arena->Make(Kind::kBlock, Type::Void(),
                       std::array{call(re, Re(value)), call(im, Im(value))});
  });
}

}  // namespace fft::codegen
