#include "fft/codegen/passes/thread_loops.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "fft/base/status.h"
#include "fft/codegen/ast/equal.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/thread_digits.h"

namespace fft::codegen {
namespace {

// A lane loop shorter than this does not fill vector registers.
constexpr int64_t kMinLanes = 8;

bool HasEffect(const Node* statement) {
  return statement->kind != Kind::kLet && statement->kind != Kind::kDeclVar &&
         statement->kind != Kind::kComment;
}

bool IsPure(const Node* expression, const std::unordered_set<std::string_view>& pure_names) {
  bool is_pure = true;
  Walk(expression, [&](const Node* node) {
    is_pure &= !ReadsMemory(node->kind);
    if (node->kind == Kind::kVarRef) is_pure &= pure_names.contains(node->name());
    return is_pure;
  });
  return is_pure;
}

void SplitConjunction(const Node* condition, std::vector<const Node*>* conjuncts) {
  if (condition->Is(BinaryOp::kLAnd)) {
    SplitConjunction(condition->arg(0), conjuncts);
    SplitConjunction(condition->arg(1), conjuncts);
  } else {
    conjuncts->push_back(condition);
  }
}

class RegionWrapper {
 public:
  RegionWrapper(const ThreadLoopContext& context, const std::vector<const Node*>& statements)
      : context_(context), ranges_(context.let_values), statements_(statements) {}

  std::vector<const Node*> Run() {
    TakeGuards();
    FindNeededLets();
    ThreadDigits digits(context_.threads, Places());
    LimitLoops(&digits);
    digits_ = &digits;
    ChooseOrder();
    ResolveLets();
    return Nest();
  }

 private:
  // If every statement with an effect stands under the same pure condition, that condition guards
  // the whole region.
  void TakeGuards() {
    const Node* condition = nullptr;
    for (const Node* statement : statements_) {
      if (!HasEffect(statement)) continue;
      if (statement->kind != Kind::kIf) return;
      if (condition != nullptr && !Equal(condition, statement->arg(0))) return;
      condition = statement->arg(0);
    }
    if (condition == nullptr || !IsPure(condition, PureNames())) return;
    std::vector<const Node*> inner;
    for (const Node* statement : statements_) {
      if (HasEffect(statement)) {
        inner.insert(inner.end(), statement->arg(1)->args.begin(), statement->arg(1)->args.end());
      } else {
        inner.push_back(statement);
      }
    }
    statements_ = std::move(inner);
    SplitConjunction(condition, &guards_);
  }

  // The names that the region uses and does not declare itself.
  std::unordered_set<std::string_view> PureNames() const {
    std::unordered_set<std::string_view> names;
    for (const Node* statement : statements_) {
      Walk(statement, [&](const Node* node) {
        if (node->kind == Kind::kVarRef) names.insert(node->name());
        return true;
      });
    }
    for (const Node* statement : statements_) names.erase(statement->name());
    return names;
  }

  void FindNeededLets() {
    std::unordered_set<std::string_view> used;
    const auto collect = [&](const Node* root) {
      Walk(root, [&](const Node* node) {
        if (node->kind == Kind::kVarRef) used.insert(node->name());
        return true;
      });
    };
    for (const Node* statement : statements_) collect(statement);
    for (const Node* guard : guards_) collect(guard);
    for (auto let = context_.pure_lets.rbegin(); let != context_.pure_lets.rend(); ++let) {
      if (!used.contains((*let)->name())) continue;
      collect((*let)->arg(0));
      lets_.push_back(*let);
    }
    std::reverse(lets_.begin(), lets_.end());
  }

  // The numbers by which the region's quotients and remainders divide the thread index.
  std::vector<int64_t> Places() const {
    std::vector<int64_t> places;
    const auto collect = [&](const Node* root) {
      Walk(root, [&](const Node* node) {
        if (!IsExpr(node->kind)) return true;
        const std::optional<ThreadRange> range = ranges_.Of(node);
        if (range) places.insert(places.end(), {range->lo, range->hi});
        return !range;
      });
    };
    for (const Node* statement : statements_) collect(statement);
    for (const Node* guard : guards_) collect(guard);
    for (const Node* let : lets_) collect(let);
    return places;
  }

  // Guards of the form range < literal shorten a loop and disappear.
  void LimitLoops(ThreadDigits* digits) {
    std::erase_if(guards_, [&](const Node* guard) {
      const bool is_limit = guard->Is(BinaryOp::kLt) && guard->arg(1)->kind == Kind::kIntLit;
      const std::optional<ThreadRange> range = is_limit ? ranges_.Of(guard->arg(0)) : std::nullopt;
      const auto span = range ? digits->SpanOf(*range) : std::nullopt;
      if (!span || span->first == span->last) return false;
      const int64_t limit = guard->arg(1)->integer();
      const int64_t place = digits->digits()[span->last - 1].weight / range->lo;
      if (limit <= 0 || limit % place != 0) return false;
      digits->LimitExtent(span->last - 1, limit / place);
      return true;
    });
  }

  // Chooses the order of the loops, from the outermost to the innermost. A digit with only one
  // value needs no loop.
  void ChooseOrder() {
    const std::vector<ThreadDigit>& digits = digits_->digits();
    size_t lane = 0;
    if (digits[0].extent < kMinLanes) {
      for (size_t i = 1; i < digits.size(); ++i) {
        if (digits[i].extent > digits[lane].extent) lane = i;
      }
    }
    for (size_t i = digits.size(); i-- > 0;) {
      if (i != lane && digits[i].extent > 1) order_.push_back(i);
    }
    if (digits[lane].extent > 1) order_.push_back(lane);
    variables_.resize(digits.size());
    for (size_t level = 0; level < order_.size(); ++level) {
      const bool is_lane = level + 1 == order_.size();
      const std::string& name = is_lane ? context_.lane_name : context_.outer_names[level];
      variables_[order_[level]] = VarRef(context_.arena, Type::Int32(), name);
      levels_[variables_[order_[level]].node()->name()] = level + 1;
    }
  }

  // The value of a range as an expression of loop variables. The expression is absent if no run of
  // digits makes up the range.
  Ex Value(const ThreadRange& range) {
    const auto span = digits_->SpanOf(range);
    if (!span) return Ex();
    Ex value = IntLit(context_.arena, Type::Int32(), 0);
    for (size_t i = span->last; i-- > span->first;) {
      if (!variables_[i]) continue;
      value = value + variables_[i] * (digits_->digits()[i].weight / range.lo);
    }
    return value;
  }

  const Node* Resolve(const Node* node) {
    if (const auto it = resolved_.find(node); it != resolved_.end()) return it->second;
    return resolved_[node] = ResolveNew(node);
  }

  const Node* ResolveNew(const Node* node) {
    if (node->kind == Kind::kVarRef) {
      const auto it = aliases_.find(node->name());
      return it == aliases_.end() ? node : it->second;
    }
    if (IsExpr(node->kind) && node->type.IsInt() && node->kind != Kind::kCast) {
      const std::optional<ThreadRange> range = ranges_.Of(node);
      const Ex value = range ? Value(*range) : Ex();
      if (value) return Cast(node->type, value).node();
    }
    std::vector<const Node*> args;
    bool changed = false;
    for (const Node* arg : node->args) {
      args.push_back(Resolve(arg));
      changed |= args.back() != arg;
    }
    if (!changed) return node;
    if (node->kind != Kind::kBinary) return context_.arena->WithArgs(node, args);
    return MakeBinary(node->binary_op(), Ex(context_.arena, args[0]), Ex(context_.arena, args[1]))
        .node();
  }

  // Replaces the uses of Lets that have become another name or a literal.
  void ResolveLets() {
    for (const Node* let : lets_) {
      const Node* value = Resolve(let->arg(0));
      if (value->kind == Kind::kVarRef || value->kind == Kind::kIntLit) {
        aliases_[let->name()] = value;
        continue;
      }
      const size_t level = LevelOf(value);
      levels_[let->name()] = level;
      const Node* resolved = context_.arena->WithArgs(let, std::array{value});
      lets_at_[level].push_back(resolved);
    }
  }

  // How many loops, from the outside, an expression needs around it.
  size_t LevelOf(const Node* expression) const {
    size_t level = 0;
    Walk(expression, [&](const Node* node) {
      if (node->kind != Kind::kVarRef) return true;
      const auto it = levels_.find(node->name());
      if (it != levels_.end()) level = std::max(level, it->second);
      return true;
    });
    return level;
  }

  const Node* Block(const std::vector<const Node*>& statements) {
    return context_.arena->Make(Kind::kBlock, Type::Void(), statements);
  }

  const Node* Loop(size_t level, const std::vector<const Node*>& body) {
    const size_t digit = order_[level - 1];
    const auto literal = [&](int64_t value) {
      return IntLit(context_.arena, Type::Int32(), value).node();
    };
    Payload payload;
    payload.text = variables_[digit].node()->name();
    payload.loop = level == order_.size() ? LoopHint::kLanes : LoopHint::kNone;
    const Ex extent = IntLit(context_.arena, Type::Int32(), digits_->digits()[digit].extent);
    const auto limit = limits_.find(level);
    const Ex end = limit == limits_.end() ? extent : limit->second;
    const std::array args = {literal(0), end.node(), literal(1), Block(body)};
    return context_.arena->Make(Kind::kFor, Type::Void(), args, payload);
  }

  // Turns a guard a + variable < n, with a and n known outside of the variable's loop, into the end
  // of that loop, so that a vector loop holds no condition. Returns whether the guard became the
  // loop's end.
  bool BecomesLimit(const Node* guard) {
    if (!guard->Is(BinaryOp::kLt) || !guard->arg(0)->Is(BinaryOp::kAdd)) return false;
    const auto inside_cast = [](const Node* node) {
      return node->kind == Kind::kCast ? node->arg(0) : node;
    };
    for (size_t i : {0, 1}) {
      const Node* variable = inside_cast(guard->arg(0)->arg(i));
      const Node* base = guard->arg(0)->arg(1 - i);
      const Node* end = guard->arg(1);
      if (variable->kind != Kind::kVarRef || aliases_.contains(variable->name())) continue;
      const size_t level = LoopLevelOf(variable);
      if (level == 0 || LevelOf(base) >= level || LevelOf(end) >= level) continue;
      if (limits_.contains(level)) continue;
      const Ex count = Ex(context_.arena, end) - Ex(context_.arena, base);
      const int64_t extent = digits_->digits()[order_[level - 1]].extent;
      limits_[level] = Cast(Type::Int32(), Min(count, extent));
      return true;
    }
    return false;
  }

  // The loop whose variable has this name, counted from 1; 0 if no loop has it.
  size_t LoopLevelOf(const Node* variable) const {
    for (size_t level = 1; level <= order_.size(); ++level) {
      if (variables_[order_[level - 1]].node()->name() == variable->name()) return level;
    }
    return 0;
  }

  std::vector<const Node*> Nest() {
    std::unordered_map<size_t, std::vector<const Node*>> guards_at;
    for (const Node* guard : guards_) {
      const Node* resolved = Resolve(guard);
      if (BecomesLimit(resolved)) continue;
      guards_at[LevelOf(resolved)].push_back(resolved);
    }
    std::vector<const Node*> inner;
    for (const Node* statement : statements_) inner.push_back(Resolve(statement));
    for (size_t level = order_.size();; --level) {
      for (const Node* guard : guards_at[level]) {
        inner = {context_.arena->Make(Kind::kIf, Type::Void(), std::array{guard, Block(inner)})};
      }
      std::vector<const Node*> body = lets_at_[level];
      body.insert(body.end(), inner.begin(), inner.end());
      if (level == 0) {  // a scope, so that Lets of one region do not clash with those of the next
        return lets_at_[0].empty() ? body : std::vector<const Node*>{Block(body)};
      }
      inner = {Loop(level, body)};
    }
  }

  const ThreadLoopContext& context_;
  ThreadRanges ranges_;
  std::vector<const Node*> statements_;
  std::vector<const Node*> guards_;
  std::vector<const Node*> lets_;  // the pure Lets that the region needs
  const ThreadDigits* digits_ = nullptr;
  std::vector<size_t> order_;  // digit of each loop, from the outside
  std::vector<Ex> variables_;  // the loop variable of each digit; none if the digit is always zero
  std::unordered_map<std::string_view, size_t> levels_;
  std::unordered_map<std::string_view, const Node*> aliases_;
  std::unordered_map<const Node*, const Node*> resolved_;
  std::unordered_map<size_t, Ex> limits_;  // the ends of loops that end before their digit does
  std::unordered_map<size_t, std::vector<const Node*>> lets_at_;
};

}  // namespace

std::vector<const Node*> WrapInThreadLoops(const ThreadLoopContext& context,
                                           const std::vector<const Node*>& statements) {
  return RegionWrapper(context, statements).Run();
}

}  // namespace fft::codegen
