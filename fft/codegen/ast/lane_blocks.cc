#include "fft/codegen/ast/lane_blocks.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

constexpr int64_t kVectorBytes = 64;

}  // namespace

int VectorWidth(const Kernel& kernel) {
  int64_t bytes = 4;
  const auto see = [&bytes](Type type) {
    if (type.IsPointer() && !type.IsOpaque()) type = type.element();
    if (!type.IsReal() && !type.IsComplex()) return;
    if (IsStorage(type.precision())) bytes = kVectorBytes;
    if (type.precision() == Precision::kDouble) bytes = std::max<int64_t>(bytes, 8);
  };
  for (const Param& param : kernel.params) see(param.type);
  for (const SharedArray& array : kernel.shared) see(array.element);
  return static_cast<int>(kVectorBytes / bytes);
}

bool IsStraight(const Node* body) {
  return std::all_of(body->args.begin(), body->args.end(), [](const Node* statement) {
    if (statement->kind == Kind::kBlock) return IsStraight(statement);
    return statement->kind == Kind::kLet || statement->kind == Kind::kStore ||
           statement->kind == Kind::kPrefetch || statement->kind == Kind::kComment;
  });
}

bool IsRepeatable(const Node* body, const Kernel& kernel) {
  std::set<std::string_view> loaded, stored;
  Walk(body, [&](const Node* node) {
    if (node->kind == Kind::kLoad) loaded.insert(node->arg(0)->name());
    if (node->kind == Kind::kStore) stored.insert(node->arg(0)->name());
    return true;
  });
  const auto may_alias = [&](std::string_view name) {
    return std::any_of(kernel.params.begin(), kernel.params.end(), [&](const Param& param) {
      return param.name == name && param.aliasing == Aliasing::kMayAlias;
    });
  };
  const auto aliases = [&](std::string_view a, std::string_view b) {
    return a == b || (may_alias(a) && may_alias(b));
  };
  return std::none_of(stored.begin(), stored.end(), [&](std::string_view to) {
    return std::any_of(loaded.begin(), loaded.end(),
                       [&](std::string_view from) { return aliases(to, from); });
  });
}

bool HasVectorForm(const Node* loop, int width) {
  if (loop->payload.loop != LoopHint::kLanes || width < 2) return false;
  if (!loop->arg(0)->IsInt(0) || !loop->arg(2)->IsInt(1)) return false;
  const Node* end = loop->arg(1);
  if (end->kind == Kind::kIntLit && end->integer() < 2) return false;
  return loop->arg(0)->type == Type::Int32() && IsStraight(loop->arg(3));
}

int64_t TileOfLanes(const Node* loop, int width) {
  const Node* end = loop->arg(1);
  if (end->kind == Kind::kCast) end = end->arg(0);
  if (!end->Is(BinaryOp::kMin) || end->arg(1)->kind != Kind::kIntLit) return 0;
  const int64_t tile = end->arg(1)->integer();
  return tile > 0 && tile % width == 0 ? tile : 0;
}

bool ReachesGlobalByLane(const Node* body, std::string_view lane) {
  std::set<std::string_view> varying = {lane};
  const auto varies = [&varying](const Node* expression) {
    bool found = false;
    Walk(expression, [&](const Node* node) {
      found |= node->kind == Kind::kVarRef && varying.contains(node->name());
      return !found;
    });
    return found;
  };
  bool reaches = false;
  Walk(body, [&](const Node* node) {
    const bool is_access = node->kind == Kind::kLoad || node->kind == Kind::kStore;
    if (is_access && node->arg(0)->type.space() == AddressSpace::kGlobal) {
      reaches |= varies(node->arg(1));
    }
    if (node->kind == Kind::kLet && varies(node->arg(0))) varying.insert(node->name());
    return !reaches;
  });
  return reaches;
}

std::vector<LaneRun> RunsOfLanes(int64_t lanes, int width, bool is_repeatable) {
  while (width > lanes) width /= 2;
  if (lanes % width != 0 && is_repeatable) return {{0, lanes, width, true}};
  std::vector<LaneRun> runs;
  int64_t first = 0;
  for (; width > 0; width /= 2) {
    const int64_t end = first + (lanes - first) / width * width;
    if (end > first) runs.push_back({first, end, width, false});
    first = end;
  }
  return runs;
}

}  // namespace fft::codegen
