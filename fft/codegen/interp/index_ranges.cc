#include "fft/codegen/interp/index_ranges.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "fft/codegen/ast/print.h"

namespace fft::codegen {
namespace {

// Wide enough for a product of two 64-bit numbers, so that bounds themselves do not overflow.
using Wide = __int128;

struct Range {
  Wide low = 0, high = 0;
};

constexpr Wide kLeast = std::numeric_limits<int64_t>::min();
constexpr Wide kMost = std::numeric_limits<int64_t>::max();

Range Clamped(Range range) {
  return {std::clamp(range.low, kLeast, kMost), std::clamp(range.high, kLeast, kMost)};
}

Range Product(const Range& a, const Range& b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

// Operands are not negative and divisors positive (ast_nodes.def).
Range Quotient(const Range& a, const Range& b) {
  return {a.low / std::max<Wide>(1, b.high), a.high / std::max<Wide>(1, b.low)};
}

Range Remainder(const Range& a, const Range& b) {
  if (a.low >= 0 && a.high < b.low) return a;
  return {0, std::min(a.high, b.high - 1)};
}

Range Apply(BinaryOp op, const Range& a, const Range& b) {
  switch (op) {
    case BinaryOp::kAdd:
      return {a.low + b.low, a.high + b.high};
    case BinaryOp::kSub:
      return {a.low - b.high, a.high - b.low};
    case BinaryOp::kMul:
      return Product(a, b);
    case BinaryOp::kDiv:
      return Quotient(a, b);
    case BinaryOp::kMod:
      return Remainder(a, b);
    case BinaryOp::kShl:
      return Product(a, {Wide{1} << b.low, Wide{1} << b.high});
    case BinaryOp::kShr:
      return Quotient(a, {Wide{1} << b.low, Wide{1} << b.high});
    case BinaryOp::kMin:
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case BinaryOp::kAnd:
      return {0, std::min(a.high, b.high)};
    case BinaryOp::kOr:
    case BinaryOp::kXor:
      return {0, a.high + b.high};
    default:
      return {0, 1};  // a comparison
  }
}

class Analysis {
 public:
  Analysis(const Kernel& kernel, const IndexLaunch& launch) : grid_(launch.grid) {
    ranges_[kThread] = {0, kernel.workgroup_size - 1};
    for (const auto& [name, value] : launch.scalars) ranges_[name] = {value, value};
  }

  void Statement(const Node* node) {
    if (node->kind == Kind::kFor) {
      const Range begin = Of(node->arg(0)), end = Of(node->arg(1));
      ranges_[node->name()] = {begin.low, std::max(begin.low, end.high - 1)};
      return Statement(node->arg(3));
    }
    if (node->kind == Kind::kIf) {
      const auto outside = ranges_;
      Of(node->arg(0));
      Assume(node->arg(0));
      Statement(node->arg(1));
      ranges_ = outside;
      return;
    }
    for (const Node* arg : node->args) {
      if (!IsExpr(arg->kind)) {
        Statement(arg);
        continue;
      }
      const Range range = Of(arg);
      if (node->kind == Kind::kLet) ranges_[node->name()] = range;
    }
  }

  std::vector<std::string> overflows;

 private:
  static constexpr std::string_view kThread = "thread of the workgroup";

  // Narrows the range of a variable by a condition that holds.
  void Assume(const Node* condition) {
    if (condition->Is(BinaryOp::kLAnd)) {
      Assume(condition->arg(0));
      Assume(condition->arg(1));
    }
    if (!condition->Is(BinaryOp::kLt)) return;
    const Node* small = condition->arg(0);
    const bool is_thread =
        small->kind == Kind::kBuiltin && small->builtin() == BuiltinId::kThreadIndex;
    if (!is_thread && small->kind != Kind::kVarRef) return;
    const auto it = ranges_.find(is_thread ? kThread : small->name());
    if (it == ranges_.end()) return;
    it->second.high = std::min(it->second.high, Of(condition->arg(1)).high - 1);
  }

  static bool IsIndex(const Node* node) { return node->type.IsInt() || node->type.IsBool(); }

  Range Of(const Node* node) {
    std::vector<Range> args;
    for (const Node* arg : node->args) args.push_back(Of(arg));
    if (!IsIndex(node)) return {};
    const Range range = Clamped(Value(node, args));
    const bool fits = range.low >= std::numeric_limits<int32_t>::min() &&
                      range.high <= std::numeric_limits<int32_t>::max();
    if (!fits && node->type == Type::Int32()) overflows.push_back(Print(node));
    return range;
  }

  Range Value(const Node* node, const std::vector<Range>& args) {
    switch (node->kind) {
      case Kind::kIntLit:
        return {node->integer(), node->integer()};
      case Kind::kVarRef: {
        const auto it = ranges_.find(node->name());
        return it == ranges_.end() ? Range{kLeast, kMost} : it->second;
      }
      case Kind::kUnary:
        return node->unary_op() == UnaryOp::kNeg ? Range{-args[0].high, -args[0].low} : Range{0, 1};
      case Kind::kBinary:
        return Apply(node->binary_op(), args[0], args[1]);
      case Kind::kSelect:
        return {std::min(args[1].low, args[2].low), std::max(args[1].high, args[2].high)};
      case Kind::kCast:
        return args[0];
      case Kind::kBuiltin:
        if (node->builtin() == BuiltinId::kThreadIndex) return ranges_.at(kThread);
        if (node->builtin() == BuiltinId::kBlockCount) return {grid_, grid_};
        return {0, grid_ - 1};
      default:
        return {kLeast, kMost};  // an int from memory
    }
  }

  const int64_t grid_;
  std::unordered_map<std::string_view, Range> ranges_;
};

}  // namespace

std::vector<std::string> FindIndexOverflows(const Kernel& kernel, const IndexLaunch& launch) {
  Analysis analysis(kernel, launch);
  analysis.Statement(kernel.body);
  return std::move(analysis.overflows);
}

}  // namespace fft::codegen
