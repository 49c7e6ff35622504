#include "fft/codegen/emit/mirrored_slots.h"

#include <unordered_map>

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

bool IsSharedAccess(const Node* node) {
  return (node->kind == Kind::kLoad || node->kind == Kind::kStore) &&
         node->arg(0)->type.space() == AddressSpace::kShared;
}

// The Lets of a kernel, and which of them are made of a difference.
class Lets {
 public:
  explicit Lets(const Kernel& kernel) {
    Walk(kernel.body, [this](const Node* node) {
      if (node->kind == Kind::kLet && node->arg(0)->type.IsInt()) {
        values_.emplace(node->name(), node->arg(0));
      }
      return true;
    });
  }

  bool IsMirrored(std::string_view name) {
    const auto value = values_.find(name);
    if (value == values_.end()) return false;
    const auto [known, is_new] = mirrored_.try_emplace(name, false);
    if (!is_new) return known->second;
    const bool is_mirrored = HasDifference(value->second) || NamesMirrored(value->second);
    return mirrored_[name] = is_mirrored;
  }

 private:
  bool NamesMirrored(const Node* value) {
    bool found = false;
    Walk(value, [&](const Node* node) {
      found |= node->kind == Kind::kVarRef && IsMirrored(node->name());
      return !found && !ReadsMemory(node->kind);
    });
    return found;
  }

  std::unordered_map<std::string_view, const Node*> values_;
  std::unordered_map<std::string_view, bool> mirrored_;
};

}  // namespace

bool HasDifference(const Node* index) {
  bool found = false;
  Walk(index, [&](const Node* node) {
    found |= node->Is(BinaryOp::kSub) && node->type.IsInt() && node->arg(1)->kind != Kind::kIntLit;
    return !found && !ReadsMemory(node->kind);
  });
  return found;
}

bool HasMirroredAccess(const Kernel& kernel) {
  bool found = false;
  Walk(kernel.body, [&](const Node* node) {
    found |= IsSharedAccess(node) && HasDifference(node->arg(1));
    return !found;
  });
  return found;
}

std::set<std::string_view> MirroredSlots(const Kernel& kernel) {
  Lets lets(kernel);
  std::set<std::string_view> slots;
  Walk(kernel.body, [&](const Node* node) {
    if (!IsSharedAccess(node)) return true;
    Walk(node->arg(1), [&](const Node* part) {
      if (part->kind == Kind::kVarRef && lets.IsMirrored(part->name())) slots.insert(part->name());
      return !ReadsMemory(part->kind);
    });
    return true;
  });
  return slots;
}

}  // namespace fft::codegen
