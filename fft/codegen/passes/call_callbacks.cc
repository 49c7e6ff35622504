#include "fft/codegen/passes/call_callbacks.h"

#include <algorithm>
#include <array>

#include "fft/base/status.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/split_planar.h"

namespace fft::codegen {
namespace {

Param* Find(Kernel* kernel, const std::string& name) {
  const auto it = std::find_if(kernel->params.begin(), kernel->params.end(),
                               [&](const Param& p) { return p.name == name; });
  return it == kernel->params.end() ? nullptr : &*it;
}

// An array whose elements a callback loads or stores, and the arguments that tell it which element.
class CalledArray {
 public:
  // Gives parameter `name` the callback's element type and appends the parameters of the call.
  CalledArray(Kernel* kernel, const std::string& name, const CallbackFunction& callback,
              const char* user)
      : name_(name), user_(user) {
    Param* param = Find(kernel, name);
    FFT_CHECK(param != nullptr && param->type.IsPointer());
    type_ = Type::Pointer(callback.element, param->type.space(), param->type.access());
    param->type = type_;
    if (Find(kernel, ImaginaryName(name)) != nullptr) {
      const auto index = std::find_if(kernel->params.begin(), kernel->params.end(),
                                      [](const Param& p) { return p.type.IsInt(); });
      FFT_CHECK(index != kernel->params.end());
      pair_stride_ = {name + "_pair_stride", index->type};
      kernel->params.push_back(pair_stride_);
    }
    kernel->params.push_back({user, Type::Opaque(), Aliasing::kMayAlias});
  }

  // Whether a Load or Store goes to the array or to its imaginary parts.
  bool IsAccessed(const Node* access) const {
    return access->arg(0)->name() == name_ || IsImaginary(access);
  }

  // The element that an access reaches.
  Ex Index(Arena* arena, const Node* access) const {
    const Ex index(arena, access->arg(1));
    if (!IsImaginary(access)) return index;
    return Cast(Type::Int64(), index) +
           Cast(Type::Int64(), VarRef(arena, pair_stride_.type, pair_stride_.name));
  }

  const Node* Array(Arena* arena) const { return VarRef(arena, type_, name_).node(); }
  const Node* User(Arena* arena) const { return VarRef(arena, Type::Opaque(), user_).node(); }

 private:
  bool IsImaginary(const Node* access) const {
    return !pair_stride_.name.empty() && access->arg(0)->name() == ImaginaryName(name_);
  }

  const std::string name_;
  const char* const user_;
  Type type_;
  Param pair_stride_;
};

// Where the parts of complex element `index` lie in an array of reals.
std::array<Ex, 2> PartIndices(Ex index) {
  const Ex first = Cast(Type::Int64(), index) * 2;
  return {first, first + 1};
}

// Prefetches are dropped, since only the callback knows which data it loads and stores.
bool IsPrefetch(const Node* node) { return node->kind == Kind::kPrefetch; }

}  // namespace

Kernel CallOnLoad(const Kernel& kernel, const std::string& name, const CallbackFunction& callback) {
  Kernel result = kernel;
  result.load_callback = callback;
  const CalledArray array(&result, name, callback, kLoadUser);
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    if (IsPrefetch(node) && array.IsAccessed(node)) {
      return arena->Make(Kind::kBlock, Type::Void(), {});
    }
    if (node->kind != Kind::kLoad || !array.IsAccessed(node)) return node;
    const auto call = [&](Ex index) {
      const std::array args = {array.Array(arena), index.node(), array.User(arena)};
      return Ex(arena, arena->Make(Kind::kCallLoad, callback.element, args));
    };
    const Ex index = array.Index(arena, node);
    if (node->type == callback.element) return call(index).node();
    const auto [re, im] = PartIndices(index);
    return MakeComplex(call(re), call(im)).node();
  });
}

Kernel CallOnStore(const Kernel& kernel, const std::string& name,
                   const CallbackFunction& callback) {
  Kernel result = kernel;
  result.store_callback = callback;
  const CalledArray array(&result, name, callback, kStoreUser);
  return RewriteBody(result, [&](Arena* arena, const Node* node) -> const Node* {
    if (IsPrefetch(node) && array.IsAccessed(node)) {
      return arena->Make(Kind::kBlock, Type::Void(), {});
    }
    if (node->kind != Kind::kStore || !array.IsAccessed(node)) return node;
    const auto call = [&](Ex index, Ex value) {
      const std::array args = {array.Array(arena), index.node(), value.node(), array.User(arena)};
      return arena->Make(Kind::kCallStore, Type::Void(), args);
    };
    const Ex index = array.Index(arena, node), value(arena, node->arg(2));
    if (value.type() == callback.element) return call(index, value);
    const auto [re, im] = PartIndices(index);
    return arena->Make(Kind::kBlock, Type::Void(),
                       std::array{call(re, Re(value)), call(im, Im(value))});
  });
}

}  // namespace fft::codegen
