#include "fft/codegen/emit/llvm_places.h"

#include "absl/strings/str_cat.h"

namespace fft::codegen {
namespace {

constexpr int kMaxDepth = 24;  // the number of Lets that are looked behind, at most

std::string KeyOf(const Node* node) {
  std::string key = absl::StrCat(static_cast<int>(node->kind), ".", int{node->payload.op}, ".",
                                 std::string(node->name()), ".", node->integer(), "(");
  for (const Node* arg : node->args) absl::StrAppend(&key, KeyOf(arg), ",");
  return key + ")";
}

}  // namespace

const Node* Places::LetOf(std::string_view name) const {
  const auto let = lets_.find(std::string(name));
  return let == lets_.end() ? nullptr : let->second;
}

// Splits an index into an expression and a literal offset.
std::pair<Ex, int64_t> Places::SplitOffset(const Node* node, int depth) const {
  const Ex self(arena_.get(), node);
  if (depth > kMaxDepth) return {self, 0};
  if (node->kind == Kind::kVarRef) {
    const Node* value = LetOf(node->name());
    if (value == nullptr) return {self, 0};
    const bool is_sum = value->kind == Kind::kVarRef || value->kind == Kind::kCast ||
                        value->kind == Kind::kIntLit || value->Is(BinaryOp::kAdd) ||
                        value->Is(BinaryOp::kMul);
    return is_sum ? SplitOffset(value, depth + 1) : std::pair{self, int64_t{0}};
  }
  if (node->kind == Kind::kCast && node->type.IsInt() && node->arg(0)->type.IsInt()) {
    const auto [inner, offset] = SplitOffset(node->arg(0), depth + 1);
    return {Cast(node->type, inner), offset};
  }
  if (node->kind != Kind::kBinary || !node->type.IsInt()) return {self, 0};
  const Node *a = node->arg(0), *b = node->arg(1);
  if (node->Is(BinaryOp::kAdd)) {
    const auto [left, left_offset] = SplitOffset(a, depth + 1);
    if (b->kind == Kind::kIntLit) return {left, left_offset + b->integer()};
    const auto [right, right_offset] = SplitOffset(b, depth + 1);
    return {left + right, left_offset + right_offset};
  }
  if (node->Is(BinaryOp::kMul) && b->kind == Kind::kIntLit) {
    const auto [left, offset] = SplitOffset(a, depth + 1);
    return {left * b->integer(), offset * b->integer()};
  }
  return {self, 0};
}

Place Places::Of(const Node* pointer, const Node* index) const {
  auto [base, offset] = SplitOffset(index, 0);
  if (base.node()->kind == Kind::kIntLit) {
    offset += base.node()->integer();
    base = IntLit(arena_.get(), base.type(), 0);
  }
  Place place{pointer, base, offset, ""};
  place.key = absl::StrCat(std::string(pointer->name()), "[", KeyOf(base.node()));
  return place;
}

}  // namespace fft::codegen
