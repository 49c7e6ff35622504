#include "fft/codegen/passes/split_complex.h"

#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/lane_blocks.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/passes/name_set.h"

namespace fft::codegen {
namespace {

class Splitter {
 public:
  Splitter(const Kernel& kernel, bool splits_shared)
      : kernel_(kernel),
        splits_shared_(splits_shared),
        names_(kernel),
        arena_(std::make_shared<Arena>(kernel.arena)) {
    Walk(kernel.body, [this](const Node* node) {
      if (node->kind == Kind::kCallLoad || node->kind == Kind::kCallStore) {
        called_.insert(node->arg(0)->name());
      }
      return true;
    });
  }

  Kernel Run() {
    Kernel result = kernel_;
    for (Param& param : result.params) {
      if (!called_.contains(param.name)) param.type = RealPointer(param.type);
    }
    result.shared.clear();
    for (const SharedArray& array : kernel_.shared) AddShared(array, &result.shared);
    const Node* body =
        Rewrite(arena_.get(), kernel_.body, [this](const Node* node) { return Visit(node); });
    if (body == kernel_.body && result.params == kernel_.params) return kernel_;
    result.body = body;
    result.arena = arena_;
    return result;
  }

 private:
  static bool PointsToComplex(Type type) { return type.IsPointer() && type.element().IsComplex(); }
  static Type RealPointer(Type type) {
    if (!PointsToComplex(type)) return type;
    return Type::Pointer(type.element().part(), type.space(), type.access());
  }

  void AddShared(const SharedArray& array, std::vector<SharedArray>* shared) {
    if (!array.element.IsComplex()) {
      shared->push_back(array);
      return;
    }
    if (!splits_shared_) {
      shared->push_back({array.name, array.element.part(), 2 * array.count});
      return;
    }
    for (const std::string& name : PartNames(array.name)) {
      shared->push_back({name, array.element.part(), array.count});
    }
  }

  const std::array<std::string, 2>& PartNames(std::string_view name) {
    const auto [it, is_new] = part_names_.try_emplace(std::string(name));
    if (is_new) {
      it->second = {names_.Fresh(it->first + "_re"), names_.Fresh(it->first + "_im")};
    }
    return it->second;
  }

  Ex Wrap(const Node* node) { return Ex(arena_.get(), node); }

  // Part 0 (real) or 1 (imaginary) of element `index` behind a complex pointer: pointer and index.
  std::array<Ex, 2> Element(const Node* pointer, const Node* index, size_t part) {
    const Type type = RealPointer(pointer->type);
    if (type.space() == AddressSpace::kShared && splits_shared_) {
      return {VarRef(arena_.get(), type, PartNames(pointer->name())[part]), Wrap(index)};
    }
    // The product is computed in 64 bits, since twice an index may need more than 32.
    const Ex first = Cast(Type::Int64(), Wrap(index)) * 2;
    return {VarRef(arena_.get(), type, pointer->name()), first + static_cast<int>(part)};
  }

  // A part of a complex expression.
  Ex Part(const Node* node, size_t part) {
    switch (node->kind) {
      case Kind::kVarRef:
        return VarRef(arena_.get(), node->type.part(), PartNames(node->name())[part]);
      case Kind::kLoad: {
        const auto [pointer, index] = Element(node->arg(0), node->arg(1), part);
        return Load(pointer, index);
      }
      case Kind::kCallLoad: {
        const auto named = results_.find(node);
        const Ex result = named == results_.end() ? Wrap(node) : named->second;
        return part == 0 ? Re(result) : Im(result);
      }
      case Kind::kMakeComplex:
        return Wrap(node->arg(part));
      case Kind::kCast:
        return Cast(node->type.part(), Part(node->arg(0), part));
      default:
        FFT_CHECK(false);  // no other expression is complex
    }
  }

  const Node* Visit(const Node* node) {
    switch (node->kind) {
      case Kind::kRe:
        return Part(node->arg(0), 0).node();
      case Kind::kIm:
        return Part(node->arg(0), 1).node();
      case Kind::kLet:
        return node->arg(0)->type.IsComplex() ? SplitLet(node) : node;
      case Kind::kDeclVar:
        return node->payload.var_type.IsComplex() ? SplitDeclaration(node) : node;
      case Kind::kAssign:
        return node->arg(0)->type.IsComplex() ? SplitAssign(node) : node;
      case Kind::kStore:
        return node->arg(2)->type.IsComplex() ? SplitStore(node) : node;
      case Kind::kPrefetch:
        return PointsToComplex(node->arg(0)->type) ? SplitPrefetch(node) : node;
      case Kind::kCallStore:
        return node->arg(2)->type.IsComplex() ? TakeApart(node) : node;
      default:
        return node;
    }
  }

  const Node* Pair(const std::array<const Node*, 2>& statements) {
    return arena_->Make(Kind::kBlock, Type::Void(), statements);
  }

  const Node* MakeLet(const std::string& name, Ex value) {
    Payload payload;
    payload.text = name;
    return arena_->Make(Kind::kLet, Type::Void(), std::array{value.node()}, payload);
  }

  const Node* SplitLet(const Node* node) {
    const auto& names = PartNames(node->name());
    std::vector<const Node*> statements;
    // A callback that loads a value is called once, and its result has a name that both parts use.
    Walk(node->arg(0), [&](const Node* call) {
      if (call->kind != Kind::kCallLoad) return true;
      const std::string name = names_.Fresh(std::string(node->name()) + "_loaded");
      statements.push_back(MakeLet(name, Wrap(call)));
      results_[call] = VarRef(arena_.get(), call->type, name);
      return false;
    });
    for (size_t part = 0; part < 2; ++part) {
      statements.push_back(MakeLet(names[part], Part(node->arg(0), part)));
    }
    return arena_->Make(Kind::kBlock, Type::Void(), statements);
  }

  // A callback takes the whole value.
  const Node* TakeApart(const Node* node) {
    std::vector<const Node*> args(node->args.begin(), node->args.end());
    args[2] = MakeComplex(Part(args[2], 0), Part(args[2], 1)).node();
    return arena_->WithArgs(node, args);
  }

  const Node* SplitDeclaration(const Node* node) {
    std::array<const Node*, 2> statements;
    for (size_t part = 0; part < 2; ++part) {
      Payload payload;
      payload.text = PartNames(node->name())[part];
      payload.var_type = node->payload.var_type.part();
      statements[part] = arena_->Make(Kind::kDeclVar, Type::Void(), {}, payload);
    }
    return Pair(statements);
  }

  // The two parts of a value as names, so that later statements may change what the value reads.
  std::array<Ex, 2> NameParts(const Node* value, std::vector<const Node*>* statements) {
    std::array<Ex, 2> parts;
    for (size_t part = 0; part < 2; ++part) {
      const Ex real = Part(value, part);
      const std::string name = names_.Fresh("part");
      statements->push_back(MakeLet(name, real));
      parts[part] = VarRef(arena_.get(), real.type(), name);
    }
    return parts;
  }

  const Node* SplitAssign(const Node* node) {
    std::vector<const Node*> statements;
    const std::array<Ex, 2> values = NameParts(node->arg(1), &statements);
    for (size_t part = 0; part < 2; ++part) {
      const Ex target = Part(node->arg(0), part);
      statements.push_back(arena_->Make(Kind::kAssign, Type::Void(),
                                        std::array{target.node(), values[part].node()}));
    }
    return arena_->Make(Kind::kBlock, Type::Void(), statements);
  }

  const Node* SplitPrefetch(const Node* node) {
    const auto [pointer, index] = Element(node->arg(0), node->arg(1), 0);
    return arena_->WithArgs(node, std::array{pointer.node(), index.node()});
  }

  static bool ReadsMemory(const Node* expression) {
    bool found = false;
    Walk(expression, [&](const Node* node) {
      found |= codegen::ReadsMemory(node->kind);
      return !found;
    });
    return found;
  }

  const Node* SplitStore(const Node* node) {
    std::vector<const Node*> statements;
    const Node* value = node->arg(2);
    const std::array<Ex, 2> values = ReadsMemory(value)
                                         ? NameParts(value, &statements)
                                         : std::array{Part(value, 0), Part(value, 1)};
    for (size_t part = 0; part < 2; ++part) {
      const auto [pointer, index] = Element(node->arg(0), node->arg(1), part);
      statements.push_back(
          arena_->Make(Kind::kStore, Type::Void(),
                       std::array{pointer.node(), index.node(), values[part].node()}));
    }
    return arena_->Make(Kind::kBlock, Type::Void(), statements);
  }

  const Kernel& kernel_;
  const bool splits_shared_;
  NameSet names_;
  std::shared_ptr<Arena> arena_;
  std::unordered_map<std::string, std::array<std::string, 2>> part_names_;
  std::unordered_set<std::string_view> called_;  // arrays that callbacks access
  std::unordered_map<const Node*, Ex> results_;  // named results of CallLoads
};

}  // namespace

absl::StatusOr<Kernel> SplitComplex(const Kernel& kernel) { return Splitter(kernel, true).Run(); }

absl::StatusOr<Kernel> SplitComplexForVectors(const Kernel& kernel) {
  const bool are_many = 2 * kernel.workgroup_size > VectorWidth(kernel);
  return Splitter(kernel, are_many).Run();
}

}  // namespace fft::codegen
