#include "fft/codegen/passes/lower_to_host.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/name_set.h"
#include "fft/codegen/passes/regions.h"
#include "fft/codegen/passes/thread_loops.h"

namespace fft::codegen {
namespace {

class Lowering {
 public:
  explicit Lowering(const Kernel& kernel)
      : kernel_(kernel),
        names_(kernel),
        arena_(std::make_shared<Arena>(kernel.arena)),
        regions_(SplitAtBarriers(kernel)) {
    context_.arena = arena_.get();
    context_.threads = kernel.workgroup_size;
    context_.pure_lets = regions_.pure_lets;
    context_.lane_name = names_.Fresh("lane");
    for (int64_t threads = kernel.workgroup_size; threads > 1; threads /= 2) {
      context_.outer_names.push_back(names_.Fresh("group"));
    }
    Walk(kernel.body, [this](const Node* node) {
      if (node->kind == Kind::kLet) context_.let_values[node->name()] = node->arg(0);
      return !IsExpr(node->kind);
    });
  }

  absl::StatusOr<Kernel> Run() {
    Kernel result = kernel_;
    result.model = ExecutionModel::kHost;
    for (const auto& [name, type] : regions_.crossing) {
      if (type.IsBool() || type.IsComplex()) {
        return absl::UnimplementedError("kernel " + kernel_.name + ": " + ToString(type) + " " +
                                        std::string(name) + " lives across a barrier");
      }
      const std::string array = names_.Fresh(std::string(name) + "_lanes");
      result.shared.push_back({array, type, kernel_.workgroup_size});
      lanes_[name] = VarRef(arena_.get(), Type::Shared(type), array);
    }
    result.body = Block(List(regions_.root));
    result.arena = arena_;
    return result;
  }

 private:
  const Node* Block(const std::vector<const Node*>& statements) {
    return arena_->Make(Kind::kBlock, Type::Void(), statements);
  }

  std::vector<const Node*> List(const RegionList& list) {
    std::vector<const Node*> result;
    for (const RegionItem& item : list.items) {
      switch (item.kind) {
        case RegionItem::Kind::kUniform:
          result.push_back(item.head);
          break;
        case RegionItem::Kind::kCompound:
          result.push_back(Compound(item));
          break;
        case RegionItem::Kind::kRegion:
          Region(item.statements, &result);
          break;
      }
    }
    return result;
  }

  const Node* Compound(const RegionItem& item) {
    const Node* body = Block(List(*item.body));
    if (item.head->kind == Kind::kBlock) return body;
    std::vector<const Node*> args(item.head->args.begin(), item.head->args.end());
    args.back() = body;
    return arena_->WithArgs(item.head, args);
  }

  void Region(std::vector<const Node*> statements, std::vector<const Node*>* out) {
    // Comments at the start describe the region: they stand before its loops.
    size_t first = 0;
    while (first < statements.size() && statements[first]->kind == Kind::kComment) ++first;
    out->insert(out->end(), statements.begin(), statements.begin() + first);
    statements.erase(statements.begin(), statements.begin() + first);
    if (statements.empty()) return;
    const std::vector<const Node*> loops = WrapInThreadLoops(context_, WithLaneArrays(statements));
    out->insert(out->end(), loops.begin(), loops.end());
  }

  Ex ThreadIndex() { return BuiltinRef(arena_.get(), BuiltinId::kThreadIndex); }

  const Node* StoreLane(Ex array, const Node* value) {
    return arena_->Make(Kind::kStore, Type::Void(),
                        std::array{array.node(), ThreadIndex().node(), value});
  }

  // Values that cross regions are read and written in their arrays. A Let keeps its name within the
  // region that makes it.
  std::vector<const Node*> WithLaneArrays(const std::vector<const Node*>& statements) {
    std::unordered_map<std::string_view, const Node*> own;
    for (const Node* statement : statements) {
      const bool crosses = statement->kind == Kind::kLet && lanes_.contains(statement->name());
      if (crosses) own[statement->name()] = statement;
    }
    std::vector<const Node*> result;
    for (const Node* statement : statements) {
      result.push_back(Rewrite(arena_.get(), statement, [&](const Node* node) -> const Node* {
        const bool is_assign = node->kind == Kind::kAssign;
        if (is_assign && node->arg(0)->kind == Kind::kLoad) {
          return StoreLane(Ex(arena_.get(), node->arg(0)->arg(0)), node->arg(1));
        }
        if (node->kind != Kind::kVarRef || own.contains(node->name())) return node;
        const auto it = lanes_.find(node->name());
        return it == lanes_.end() ? node : Load(it->second, ThreadIndex()).node();
      }));
      if (statement->kind != Kind::kLet || !own.contains(statement->name())) continue;
      const Ex value = VarRef(arena_.get(), statement->arg(0)->type, statement->name());
      result.push_back(StoreLane(lanes_[statement->name()], value.node()));
    }
    return result;
  }

  const Kernel& kernel_;
  NameSet names_;
  std::shared_ptr<Arena> arena_;
  Regions regions_;
  ThreadLoopContext context_;
  std::unordered_map<std::string_view, Ex> lanes_;  // array of each crossing value
};

}  // namespace

absl::StatusOr<Kernel> LowerToHost(const Kernel& kernel) {
  if (kernel.model == ExecutionModel::kHost) return kernel;
  return Lowering(kernel).Run();
}

}  // namespace fft::codegen
