#include "fft/codegen/passes/join_ifs.h"

#include <array>
#include <cstddef>
#include <vector>

#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/variables.h"

namespace fft::codegen {
namespace {

class IfJoiner {
 public:
  explicit IfJoiner(const Kernel& kernel) : variables_(kernel) {}

  const Node* Join(Arena* arena, const Node* block) const {
    std::vector<const Node*> joined;
    std::ptrdiff_t open = -1;  // the If that may take in the next If
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kIf) {
        if (open >= 0 && Equal(joined[open]->arg(0), statement->arg(0))) {
          statement = Both(arena, joined[open], statement);
          joined.erase(joined.begin() + open);
        }
        open = variables_.MayChange(statement->arg(0)) ? -1 : std::ssize(joined);
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
           (statement->kind == Kind::kLet && !variables_.MayChange(statement->arg(0)));
  }

  const Variables variables_;
};

}  // namespace

absl::StatusOr<Kernel> JoinIfs(const Kernel& kernel) {
  const IfJoiner joiner(kernel);
  return RewriteBody(kernel, [&](Arena* arena, const Node* node) {
    return node->kind == Kind::kBlock ? joiner.Join(arena, node) : node;
  });
}

}  // namespace fft::codegen
