#include "fft/codegen/passes/regions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

bool HasBarrier(const Node* statement) {
  bool found = false;
  Walk(statement, [&](const Node* node) {
    found |= node->kind == Kind::kBarrier;
    return !found && !IsExpr(node->kind);
  });
  return found;
}

// Cuts statement lists into items, and sorts Lets into uniform, pure and other ones.
class Splitter {
 public:
  explicit Splitter(const Kernel& kernel) {
    for (const Param& param : kernel.params) {
      if (!param.type.IsPointer()) SetPure(param.name, /*is_uniform=*/true);
    }
  }

  RegionList Split(const Node* block) {
    RegionList list;
    std::vector<const Node*> open;
    const auto close = [&] {
      if (!open.empty()) list.items.push_back({RegionItem::Kind::kRegion, std::move(open), {}, {}});
      open.clear();
    };
    for (const Node* statement : block->args) {
      if (statement->kind == Kind::kBarrier) {
        close();
      } else if (HasBarrier(statement)) {
        close();
        list.items.push_back(Compound(statement));
      } else if (statement->kind == Kind::kLet && IsPure(statement->arg(0))) {
        if (SetPure(statement->name(), IsUniform(statement->arg(0)))) {
          list.items.push_back({RegionItem::Kind::kUniform, {}, statement, {}});
        } else {
          pure_lets_.push_back(statement);
        }
      } else {
        open.push_back(statement);
      }
    }
    close();
    return list;
  }

  std::vector<const Node*> TakePureLets() { return std::move(pure_lets_); }

 private:
  RegionItem Compound(const Node* statement) {
    if (statement->kind == Kind::kFor) SetPure(statement->name(), /*is_uniform=*/true);
    RegionItem item{RegionItem::Kind::kCompound, {}, statement, {}};
    const Node* body = statement->kind == Kind::kBlock ? statement : statement->args.back();
    item.body = std::make_unique<RegionList>(Split(body));
    return item;
  }

  bool SetPure(std::string_view name, bool is_uniform) {
    pure_.insert(name);
    if (is_uniform) uniform_.insert(name);
    return is_uniform;
  }

  bool IsPure(const Node* expression) const {
    bool is_pure = true;
    Walk(expression, [&](const Node* node) {
      is_pure &= !ReadsMemory(node->kind);
      if (node->kind == Kind::kVarRef) is_pure &= pure_.contains(node->name());
      return is_pure;
    });
    return is_pure;
  }

  // Whether a pure expression has one value in all threads.
  bool IsUniform(const Node* expression) const {
    bool is_uniform = true;
    Walk(expression, [&](const Node* node) {
      if (node->kind == Kind::kBuiltin) is_uniform &= node->builtin() != BuiltinId::kThreadIndex;
      if (node->kind == Kind::kVarRef) is_uniform &= uniform_.contains(node->name());
      return is_uniform;
    });
    return is_uniform;
  }

  std::unordered_set<std::string_view> pure_, uniform_;
  std::vector<const Node*> pure_lets_;
};

// Finds the Lets and variables of regions that another region names too.
class CrossingFinder {
 public:
  std::vector<std::pair<std::string_view, Type>> Find(const RegionList& root) {
    Visit(root);
    std::vector<std::pair<std::string_view, Type>> crossing;
    for (const auto& [name, declaration] : declarations_) {
      const std::vector<Place>& uses = uses_[name];
      const auto& home = declaration.place.list;
      // A variable that only one region of its own list touches lives in that region.
      const bool is_local = std::all_of(uses.begin(), uses.end(), [&](const Place& use) {
        return use.region == uses.front().region && use.list == home;
      });
      const bool starts_there = declaration.is_variable || uses.empty() ||
                                uses.front().region == declaration.place.region;
      if (!is_local || !starts_there) crossing.emplace_back(name, declaration.type);
    }
    return crossing;
  }

 private:
  struct Place {
    int region = 0;
    const RegionList* list = nullptr;
  };
  struct Declaration {
    Place place;
    Type type;
    bool is_variable = false;
  };

  void Visit(const RegionList& list) {
    for (const RegionItem& item : list.items) {
      if (item.kind == RegionItem::Kind::kCompound) Visit(*item.body);
      if (item.kind != RegionItem::Kind::kRegion) continue;
      const Place place = {++region_, &list};
      for (const Node* statement : item.statements) VisitStatement(statement, place);
    }
  }

  void VisitStatement(const Node* statement, const Place& place) {
    if (statement->kind == Kind::kLet) {
      declarations_.push_back({statement->name(), {place, statement->arg(0)->type, false}});
    }
    if (statement->kind == Kind::kDeclVar) {
      declarations_.push_back({statement->name(), {place, statement->payload.var_type, true}});
    }
    Walk(statement, [&](const Node* node) {
      if (node->kind == Kind::kVarRef) uses_[node->name()].push_back(place);
      return true;
    });
  }

  int region_ = 0;
  std::vector<std::pair<std::string_view, Declaration>> declarations_;
  std::unordered_map<std::string_view, std::vector<Place>> uses_;
};

// Moves the declaration of a variable to the region that uses it, if another region declares it.
class DeclarationMover {
 public:
  explicit DeclarationMover(const Regions& regions) {
    for (const auto& [name, type] : regions.crossing) crossing_.insert(name);
  }

  void Run(RegionList* list) {
    for (RegionItem& item : list->items) {
      if (item.kind == RegionItem::Kind::kCompound) Run(item.body.get());
      if (item.kind == RegionItem::Kind::kRegion) TakeOut(&item.statements);
    }
    for (RegionItem& item : list->items) {
      if (item.kind == RegionItem::Kind::kRegion) PutIn(&item.statements);
    }
    std::erase_if(list->items, [](const RegionItem& item) {
      return item.kind == RegionItem::Kind::kRegion && item.statements.empty();
    });
  }

 private:
  void TakeOut(std::vector<const Node*>* statements) {
    std::erase_if(*statements, [this](const Node* statement) {
      if (statement->kind != Kind::kDeclVar) return false;
      if (!crossing_.contains(statement->name())) waiting_.emplace(statement->name(), statement);
      return true;
    });
  }

  void PutIn(std::vector<const Node*>* statements) {
    std::vector<const Node*> declared;
    for (const Node* statement : *statements) {
      Walk(statement, [&](const Node* node) {
        const auto it = node->kind == Kind::kVarRef ? waiting_.find(node->name()) : waiting_.end();
        if (it != waiting_.end()) {
          declared.push_back(it->second);
          waiting_.erase(it);
        }
        return true;
      });
      declared.push_back(statement);
    }
    *statements = std::move(declared);
  }

  std::unordered_set<std::string_view> crossing_;
  std::unordered_map<std::string_view, const Node*> waiting_;
};

}  // namespace

Regions SplitAtBarriers(const Kernel& kernel) {
  Regions regions;
  Splitter splitter(kernel);
  regions.root = splitter.Split(kernel.body);
  regions.pure_lets = splitter.TakePureLets();
  regions.crossing = CrossingFinder().Find(regions.root);
  DeclarationMover(regions).Run(&regions.root);
  return regions;
}

}  // namespace fft::codegen
