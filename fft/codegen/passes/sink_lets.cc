#include "fft/codegen/passes/sink_lets.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/variables.h"

namespace fft::codegen {
namespace {

// 32-bit registers that a multiprocessor's workgroups share.
constexpr int64_t kRegisters = 64 << 10;

struct LetInfo {
  const Node* node = nullptr;
  const Node* block = nullptr;   // where the Let stands
  const Node* target = nullptr;  // where the Let goes
  std::vector<size_t> operands;  // Lets
  bool moves = false;            // reads neither memory nor variables
  bool is_loaded = false;        // a number from memory, or computed from one
  bool is_rotation = false;      // product of two loaded numbers, or computed from one
  // a part of a complex number whose parts are stored apart; if it is computed late, both operands
  // stay in registers until then
  bool is_stored_apart = false;
  bool is_placed = false;

  bool waits() const { return is_rotation && !is_stored_apart; }
};

// The Lets of a kernel in order, and where they go.
class LetTable {
 public:
  explicit LetTable(const Kernel& kernel)
      : variables_(kernel),
        registers_(kRegisters / (int64_t{kernel.workgroup_size} * std::max(kernel.min_blocks, 1))) {
    AddBlock(kernel.body, {});
    for (size_t i = lets_.size(); i-- > 0;) Pass(lets_[i]);
  }

  std::vector<LetInfo>& lets() { return lets_; }
  size_t IndexOf(const Node* let) const { return index_.at(let->name()); }

  // The Lets that an expression or statement names.
  std::vector<size_t> Names(const Node* root) const {
    std::vector<size_t> names;
    Walk(root, [&](const Node* node) {
      if (node->kind != Kind::kVarRef) return true;
      if (const auto it = index_.find(node->name()); it != index_.end())
        names.push_back(it->second);
      return true;
    });
    return names;
  }

 private:
  struct BlockInfo {
    const Node* parent = nullptr;
    int depth = 0;
    bool takes_lets = false;
  };

  void AddBlock(const Node* block, BlockInfo info) {
    blocks_[block] = info;
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kLet) {
        AddLet(statement, block);
        continue;
      }
      if (statement->kind == Kind::kBlock) {
        AddBlock(statement, {block, info.depth + 1, false});
        continue;
      }
      for (const Node* arg : statement->args) {
        if (arg->kind == Kind::kBlock) {
          const bool takes_lets = statement->kind == Kind::kIf && IsTightExchange(arg);
          AddBlock(arg, {block, info.depth + 1, takes_lets});
        } else {
          for (size_t let : Names(arg)) Use(lets_[let], block);
        }
      }
      if (statement->kind == Kind::kStore && !statement->arg(2)->type.IsComplex()) {
        for (size_t let : Names(statement->arg(2))) lets_[let].is_stored_apart = true;
      }
    }
  }

  void AddLet(const Node* node, const Node* block) {
    LetInfo let;
    let.node = node;
    let.block = block;
    let.operands = Names(node->arg(0));
    let.moves = !variables_.MayChange(node->arg(0));
    let.is_loaded = IsLoaded(node->arg(0));
    for (size_t operand : let.operands) let.is_rotation |= lets_[operand].is_rotation;
    let.is_rotation = let.moves && (let.is_rotation || Rotates(node->arg(0)));
    index_[node->name()] = lets_.size();
    lets_.push_back(std::move(let));
  }

  bool IsLoaded(const Node* expression) const {
    bool is_loaded = false;
    Walk(expression, [&](const Node* node) {
      is_loaded |= ReadsMemory(node->kind);
      return !is_loaded;
    });
    for (size_t let : Names(expression)) is_loaded |= lets_[let].is_loaded;
    return is_loaded;
  }

  bool Rotates(const Node* expression) const {
    const bool is_product = expression->Is(BinaryOp::kMul) || expression->kind == Kind::kFma;
    return is_product && expression->type.IsReal() && IsLoaded(expression->arg(0)) &&
           IsLoaded(expression->arg(1));
  }

  // Whether a thread's registers cannot hold both the values that the block exchanges and the
  // rotations in it.
  bool IsTightExchange(const Node* block) const {
    int64_t bytes = 0;
    for (const Node* statement : block->args) {
      const bool is_shared = statement->kind == Kind::kStore &&
                             statement->arg(0)->type.space() == AddressSpace::kShared;
      if (is_shared) bytes += SizeOf(statement->arg(2)->type);
    }
    return 2 * bytes > registers_ * int64_t{sizeof(int32_t)};
  }

  // Uses of a Let stand after it, so they are all known when Lets are taken from the last to the
  // first.
  void Use(LetInfo& let, const Node* block) {
    let.target = let.target == nullptr ? block : Common(let.target, block);
  }

  void Pass(LetInfo& let) {
    const Node* wanted = let.target == nullptr || !let.moves ? let.block : let.target;
    let.target = wanted;
    for (const Node* block = wanted; block != let.block; block = blocks_[block].parent) {
      if (!blocks_[block].takes_lets) let.target = blocks_[block].parent;
    }
    for (size_t operand : let.operands) {
      Use(lets_[operand], let.target);
      lets_[operand].is_stored_apart |= let.is_stored_apart;
    }
  }

  const Node* Common(const Node* a, const Node* b) {
    while (a != b) {
      if (blocks_[a].depth < blocks_[b].depth) std::swap(a, b);
      a = blocks_[a].parent;
    }
    return a;
  }

  const Variables variables_;
  const int64_t registers_;  // the number of registers of a thread
  std::vector<LetInfo> lets_;
  std::unordered_map<std::string_view, size_t> index_;
  std::unordered_map<const Node*, BlockInfo> blocks_;
};

class Sinker {
 public:
  Sinker(LetTable* table, Arena* arena) : table_(table), arena_(arena) {}

  const Node* Block(const Node* block) {
    std::vector<const Node*> statements;
    for (size_t i = 0; i < table_->lets().size(); ++i) {
      const LetInfo& let = table_->lets()[i];
      const bool moves_here = let.target == block && let.block != block;
      if (moves_here && !let.waits()) Place({i}, block, &statements);
    }
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kLet) {
        const size_t i = table_->IndexOf(statement);
        const LetInfo& let = table_->lets()[i];
        if (let.target == block && !let.waits()) Place({i}, block, &statements);
      } else {
        Place(table_->Names(statement), block, &statements);
        statements.push_back(Inside(statement));
      }
    }
    return arena_->WithArgs(block, statements);
  }

 private:
  // A statement with its blocks rewritten.
  const Node* Inside(const Node* statement) {
    if (statement->kind == Kind::kBlock) return Block(statement);
    std::vector<const Node*> args(statement->args.begin(), statement->args.end());
    if (args.empty() || args.back()->kind != Kind::kBlock) return statement;
    args.back() = Block(args.back());
    return arena_->WithArgs(statement, args);
  }

  // Appends the Lets that are to stand in `block`, and the Lets that they need there.
  void Place(std::vector<size_t> names, const Node* block, std::vector<const Node*>* statements) {
    std::set<size_t> needed;
    while (!names.empty()) {
      const size_t name = names.back();
      names.pop_back();
      const LetInfo& let = table_->lets()[name];
      if (let.is_placed || !needed.insert(name).second) continue;
      names.insert(names.end(), let.operands.begin(), let.operands.end());
    }
    for (size_t name : needed) {
      LetInfo& let = table_->lets()[name];
      if (let.target != block) continue;
      let.is_placed = true;
      statements->push_back(let.node);
    }
  }

  LetTable* table_;
  Arena* arena_;
};

}  // namespace

absl::StatusOr<Kernel> SinkLets(const Kernel& kernel) {
  LetTable table(kernel);
  const auto arena = std::make_shared<Arena>(kernel.arena);
  Kernel result = kernel;
  result.body = Sinker(&table, arena.get()).Block(kernel.body);
  result.arena = arena;
  return result;
}

}  // namespace fft::codegen
