#include "fft/codegen/passes/remove_unused_lets.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

// The names that effects depend on, directly or through Lets.
class UsedNames {
 public:
  explicit UsedNames(const Node* body) {
    Walk(body, [this](const Node* node) { return Statement(node); });
    while (!pending_.empty()) {
      const std::string_view name = pending_.back();
      pending_.pop_back();
      for (const Node* value : values_[name]) AddExpression(value);
    }
  }
  bool Contains(std::string_view name) const { return used_.contains(name); }

 private:
  bool Statement(const Node* node) {
    switch (node->kind) {
      case Kind::kLet:
        values_[node->name()].push_back(node->arg(0));
        return false;
      case Kind::kAssign:
        values_[node->arg(0)->name()].push_back(node->arg(1));
        return false;
      default:
        break;
    }
    if (IsExpr(node->kind)) AddExpression(node);
    return !IsExpr(node->kind);
  }

  void AddExpression(const Node* expression) {
    Walk(expression, [this](const Node* node) {
      if (node->kind == Kind::kVarRef && used_.insert(node->name()).second) {
        pending_.push_back(node->name());
      }
      return true;
    });
  }

  std::unordered_map<std::string_view, std::vector<const Node*>> values_;
  std::unordered_set<std::string_view> used_;
  std::vector<std::string_view> pending_;
};

}  // namespace

absl::StatusOr<Kernel> RemoveUnusedLets(const Kernel& kernel) {
  const UsedNames used(kernel.body);
  return RewriteBody(kernel, [&](Arena* arena, const Node* node) {
    bool is_dead = false;
    if (node->kind == Kind::kLet || node->kind == Kind::kDeclVar) {
      is_dead = !used.Contains(node->name());
    } else if (node->kind == Kind::kAssign) {
      is_dead = !used.Contains(node->arg(0)->name());
    }
    return is_dead ? arena->Make(Kind::kBlock, Type::Void(), {}) : node;
  });
}

}  // namespace fft::codegen
