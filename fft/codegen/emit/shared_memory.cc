#include "fft/codegen/emit/shared_memory.h"

#include <algorithm>
#include <map>

#include "fft/base/int_math.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

template <typename IsWanted>
bool HasStatement(const Kernel& kernel, const IsWanted& is_wanted) {
  bool found = false;
  Walk(kernel.body, [&](const Node* node) {
    found |= is_wanted(node->kind);
    return !found && !IsExpr(node->kind);
  });
  return found;
}

}  // namespace

bool HasDynamicShared(const Kernel& kernel, Dialect dialect) {
  return HasSides(kernel) || DynamicSharedBytes(SharedBytes(kernel), dialect) > 0;
}

std::vector<int64_t> SharedOffsets(const Kernel& kernel) {
  std::map<int, int64_t> next;
  std::vector<int64_t> offsets;
  for (const SharedArray& array : kernel.shared) {
    int64_t& at = next[array.side];
    offsets.push_back(at);
    at += RoundUp(array.count * SizeOf(array.element), kSharedAlignment);
  }
  return offsets;
}

int64_t SharedExtent(const Kernel& kernel) {
  const std::vector<int64_t> offsets = SharedOffsets(kernel);
  int64_t extent = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    const SharedArray& array = kernel.shared[i];
    extent = std::max(extent, offsets[i] + array.count * SizeOf(array.element));
  }
  return extent;
}

bool HasSignals(const Kernel& kernel) {
  return HasStatement(kernel, [](Kind kind) { return kind == Kind::kSignal; });
}

bool HasCopies(const Kernel& kernel) {
  return HasStatement(kernel, [](Kind kind) { return kind == Kind::kCopyAsync; });
}

bool HasPrefetches(const Kernel& kernel) {
  return HasStatement(kernel, [](Kind kind) { return kind == Kind::kPrefetch; });
}

}  // namespace fft::codegen
