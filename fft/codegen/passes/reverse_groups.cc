#include "fft/codegen/passes/reverse_groups.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/name_set.h"

namespace fft::codegen {

Kernel ReverseGroups(const Kernel& kernel) {
  auto arena = std::make_shared<Arena>(kernel.arena);
  Payload payload;
  payload.text = arena->Intern(NameSet(kernel).Fresh("group"));
  const Node* body = Rewrite(arena.get(), kernel.body, [&](const Node* node) {
    const bool is_index = node->kind == Kind::kBuiltin && node->builtin() == BuiltinId::kBlockIndex;
    return is_index ? VarRef(arena.get(), node->type, payload.text).node() : node;
  });
  if (body == kernel.body) return kernel;
  const Ex group = BuiltinRef(arena.get(), BuiltinId::kBlockCount) - 1 -
                   BuiltinRef(arena.get(), BuiltinId::kBlockIndex);
  std::vector<const Node*> statements = {
      arena->Make(Kind::kLet, Type::Void(), std::array{group.node()}, payload)};
  statements.insert(statements.end(), body->args.begin(), body->args.end());
  Kernel result = kernel;
  result.body = arena->WithArgs(body, statements);
  result.arena = std::move(arena);
  return result;
}

}  // namespace fft::codegen
