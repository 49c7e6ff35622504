#include "fft/codegen/passes/join_ifs.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

class IfJoiner {
 public:
  explicit IfJoiner(const Kernel& kernel) {
    Walk(kernel.body, [this](const Node* node) {
      if (node->kind == Kind::kDeclVar) variables_.insert(node->name());
      return !IsExpr(node->kind);
    });
  }

  const Node* Join(Arena* arena, const Node* block) const {
    std::vector<const Node*> joined;
    std::ptrdiff_t open = -1;  // the If that may take in the next one
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kIf) {
        if (open >= 0 && Equal(joined[open]->arg(0), statement->arg(0))) {
          statement = Both(arena, joined[open], statement);
          joined.erase(joined.begin() + open);
        }
        open = IsConstant(statement->arg(0)) ? std::ssize(joined) : -1;
      } else if (!MovesAhead(statement)) {
        open = -1;
      }
      joined.push_back(statement);
    }
    if (joined.size() == block->args.size()) return block;
    return arena->WithArgs(block, joined);
  }

 private:
  static const Node* Both(Arena* arena, const Node* first, const Node* second) {
    std::vector<const Node*> statements(first->arg(1)->args.begin(), first->arg(1)->args.end());
    statements.insert(statements.end(), second->arg(1)->args.begin(), second->arg(1)->args.end());
    return arena->WithArgs(first,
                           std::array{first->arg(0), arena->WithArgs(first->arg(1), statements)});
  }

  bool MovesAhead(const Node* statement) const {
    return statement->kind == Kind::kComment ||
           (statement->kind == Kind::kLet && IsConstant(statement->arg(0)));
  }

  // Whether nothing that the kernel does changes the value.
  bool IsConstant(const Node* expression) const {
    bool is_constant = true;
    Walk(expression, [&](const Node* node) {
      const bool is_variable = node->kind == Kind::kVarRef && variables_.contains(node->name());
      is_constant &= !ReadsMemory(node->kind) && !is_variable;
      return is_constant;
    });
    return is_constant;
  }

  std::unordered_set<std::string_view> variables_;
};

}  // namespace

absl::StatusOr<Kernel> JoinIfs(const Kernel& kernel) {
  const IfJoiner joiner(kernel);
  return RewriteBody(kernel, [&](Arena* arena, const Node* node) {
    return node->kind == Kind::kBlock ? joiner.Join(arena, node) : node;
  });
}

}  // namespace fft::codegen
