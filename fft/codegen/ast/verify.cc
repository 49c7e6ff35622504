#include "fft/codegen/ast/verify.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"

namespace fft::codegen {
namespace {

enum class Binding { kFixed, kLet, kMutable, kLoop };

struct Variable {
  Type type;
  Binding binding = Binding::kFixed;
  bool varying = false;   // may differ between the threads of a workgroup
  bool assigned = false;  // for a mutable variable: whether it has a value
};

class Verifier {
 public:
  Verifier(const Kernel& kernel, VerifyScope scope) : kernel_(kernel), verify_scope_(scope) {}

  absl::Status Run() {
    if (kernel_.body == nullptr || kernel_.body->kind != Kind::kBlock) {
      return Error("the body is not a Block", nullptr);
    }
    if (kernel_.workgroup_size < 1) return Error("the workgroup has no thread", nullptr);
    for (const Param& param : kernel_.params) {
      if (!param.type.IsPointer() && !param.type.IsInt() && !param.type.IsReal()) {
        return Error("parameter " + param.name + " has type " + ToString(param.type), nullptr);
      }
      FFT_RETURN_IF_ERROR(Declare(param.name, {param.type}, nullptr));
    }
    for (const SharedArray& array : kernel_.shared) {
      if (array.count < 1) return Error("shared array " + array.name + " is empty", nullptr);
      FFT_RETURN_IF_ERROR(Declare(array.name, {Type::Shared(array.element)}, nullptr));
    }
    return Block(kernel_.body);
  }

 private:
  absl::Status Error(const std::string& rule, const Node* node) const {
    std::string message = "kernel " + kernel_.name + ": " + rule;
    const Node* at = statement_ != nullptr ? statement_ : node;
    if (at != nullptr) message += ", in: " + FirstLine(at);
    return absl::InvalidArgumentError(message);
  }

  static std::string FirstLine(const Node* node) {
    const std::string text = Print(node);
    return text.substr(0, text.find('\n'));
  }

  absl::Status Declare(std::string_view name, Variable variable, const Node* node) {
    if (name.empty()) return Error("a declaration has no name", node);
    if (!variables_.emplace(name, variable).second) {
      return Error("variable " + std::string(name) + " is declared again in its scope", node);
    }
    scope_.push_back(name);
    return absl::OkStatus();
  }

  absl::Status Block(const Node* block) {
    if (block->kind != Kind::kBlock) return Error("a body is not a Block", block);
    const size_t outer = scope_.size();
    for (const Node* statement : block->args) {
      statement_ = statement;
      FFT_RETURN_IF_ERROR(Statement(statement));
    }
    while (scope_.size() > outer) {
      variables_.erase(scope_.back());
      scope_.pop_back();
    }
    return absl::OkStatus();
  }

  absl::Status Statement(const Node* node) {
    FFT_RETURN_IF_ERROR(CheckArity(node));
    if (IsExpr(node->kind)) return Error("an expression stands as a statement", node);
    if (!node->type.IsVoid()) return Error("a statement has a type", node);
    switch (node->kind) {
      case Kind::kBlock:
        return Block(node);
      case Kind::kLet:
        return CheckLet(node);
      case Kind::kDeclVar:
        if (!IsValueType(node->payload.var_type)) {
          return Error("a variable has type " + ToString(node->payload.var_type), node);
        }
        return Declare(node->name(), {node->payload.var_type, Binding::kMutable, true}, node);
      case Kind::kAssign:
        return CheckAssign(node);
      case Kind::kStore:
      case Kind::kCallStore:
        return CheckStore(node);
      case Kind::kPrefetch:
        return CheckPrefetch(node);
      case Kind::kCopyAsync:
        return CheckCopy(node);
      case Kind::kIf:
        return CheckIf(node);
      case Kind::kFor:
        return CheckFor(node);
      case Kind::kBarrier:
        return CheckBarrier(node);
      case Kind::kSignal:
      case Kind::kAwaitSignals:
        return CheckSignal(node);
      case Kind::kExit:
        return kernel_.model == ExecutionModel::kHost ? Error("a host kernel has an Exit", node)
                                                      : absl::OkStatus();
      default:
        return absl::OkStatus();  // a comment, a wait for copies
    }
  }

  static bool IsValueType(Type type) {
    return type.IsBool() || type.IsInt() || type.IsReal() || type.IsComplex();
  }

  absl::Status CheckArity(const Node* node) {
    const int arity = Arity(node->kind);
    if (arity >= 0 && node->args.size() != static_cast<size_t>(arity)) {
      return Error(
          std::string(KindName(node->kind)) + " takes " + std::to_string(arity) + " operands",
          nullptr);
    }
    return absl::OkStatus();
  }

  absl::Status CheckLet(const Node* node) {
    FFT_RETURN_IF_ERROR(Expression(node->arg(0)));
    if (!IsValueType(node->arg(0)->type)) return Error("Let of a pointer or nothing", node);
    return Declare(node->name(), {node->arg(0)->type, Binding::kLet, Varies(node->arg(0))}, node);
  }

  absl::Status CheckAssign(const Node* node) {
    const Node* target = node->arg(0);
    if (target->kind != Kind::kVarRef) return Error("the target of Assign is no variable", node);
    const auto it = variables_.find(target->name());
    if (it == variables_.end()) return Undeclared(target);
    if (it->second.binding != Binding::kMutable) {
      return Error("variable " + std::string(target->name()) + " is never reassigned", node);
    }
    if (it->second.type != target->type) return WrongType(target, it->second.type);
    FFT_RETURN_IF_ERROR(Expression(node->arg(1)));
    it->second.assigned = true;
    return Expect(node->arg(1), target->type, "assigned value");
  }

  absl::Status CheckStore(const Node* node) {
    FFT_RETURN_IF_ERROR(CheckAccess(node));
    FFT_RETURN_IF_ERROR(Expression(node->arg(2)));
    if (node->arg(0)->type.access() == Access::kReadOnly) {
      return Error("a store through read-only " + std::string(node->arg(0)->name()), node);
    }
    FFT_RETURN_IF_ERROR(Expect(node->arg(2), node->arg(0)->type.element(), "stored value"));
    if (node->kind == Kind::kStore) return absl::OkStatus();
    FFT_RETURN_IF_ERROR(Expression(node->arg(3)));
    return CheckCall(node, node->arg(3), kernel_.store_callback);
  }

  absl::Status CheckPrefetch(const Node* node) {
    FFT_RETURN_IF_ERROR(CheckAccess(node));
    if (node->arg(0)->type.space() == AddressSpace::kGlobal) return absl::OkStatus();
    return Error("a prefetch from shared memory", node);
  }

  absl::Status CheckCopy(const Node* node) {
    for (size_t i = 0; i < 4; i += 2) {
      FFT_RETURN_IF_ERROR(Expression(node->arg(i)));
      FFT_RETURN_IF_ERROR(Expression(node->arg(i + 1)));
      FFT_RETURN_IF_ERROR(CheckPointer(node->arg(i), node->arg(i + 1), node));
    }
    const Type to = node->arg(0)->type, from = node->arg(2)->type;
    if (to.space() != AddressSpace::kShared || from.space() != AddressSpace::kGlobal ||
        to.element() != from.element()) {
      return Error("a copy is not from a global array to a shared one of its elements", node);
    }
    return absl::OkStatus();
  }

  // Checks the rules of CallLoad and CallStore, apart from those of Load and Store.
  absl::Status CheckCall(const Node* node, const Node* user, const CallbackFunction& callback) {
    if (callback.text.empty()) return Error("a call of a callback that is not there", node);
    if (node->arg(0)->type.space() != AddressSpace::kGlobal) {
      return Error("a callback accesses shared memory", node);
    }
    FFT_RETURN_IF_ERROR(Expect(user, Type::Opaque(), "user data"));
    return Expect(
        node->arg(0),
        Type::Pointer(callback.element, AddressSpace::kGlobal, node->arg(0)->type.access()),
        "array of a callback");
  }

  absl::Status CheckIf(const Node* node) {
    FFT_RETURN_IF_ERROR(Expression(node->arg(0)));
    FFT_RETURN_IF_ERROR(Expect(node->arg(0), Type::Bool(), "condition"));
    return Nested(node->arg(1), Varies(node->arg(0)));
  }

  absl::Status CheckFor(const Node* node) {
    const Type type = node->arg(0)->type;
    if (!type.IsInt()) return Error("a loop variable is not an int", node);
    bool varying = false;
    for (size_t i = 0; i < 3; ++i) {
      FFT_RETURN_IF_ERROR(Expression(node->arg(i)));
      FFT_RETURN_IF_ERROR(Expect(node->arg(i), type, "loop bound"));
      varying |= Varies(node->arg(i));
    }
    const Node* step = node->arg(2);
    if (step->kind == Kind::kIntLit && step->integer() < 1) return Error("a loop goes back", node);
    const size_t outer = scope_.size();
    FFT_RETURN_IF_ERROR(Declare(node->name(), {type, Binding::kLoop, varying}, node));
    FFT_RETURN_IF_ERROR(Nested(node->arg(3), varying));
    variables_.erase(scope_.back());
    scope_.resize(outer);
    return absl::OkStatus();
  }

  absl::Status Nested(const Node* block, bool divergent) {
    divergence_ += divergent ? 1 : 0;
    FFT_RETURN_IF_ERROR(Block(block));
    divergence_ -= divergent ? 1 : 0;
    return absl::OkStatus();
  }

  absl::Status CheckBarrier(const Node* node) {
    if (kernel_.model == ExecutionModel::kHost) return Error("a host kernel has a Barrier", node);
    // A Barrier may await only some threads. Only the interpreter checks that these threads reach
    // it.
    if (const int64_t threads = node->integer(); threads != 0) {
      const bool fits = threads > 0 && threads <= kernel_.workgroup_size;
      return fits ? absl::OkStatus() : Error("a Barrier of more threads than there are", node);
    }
    if (divergence_ > 0 && verify_scope_ == VerifyScope::kAll)
      return Error("a Barrier stands under a thread-dependent condition", node);
    return absl::OkStatus();
  }

  absl::Status CheckSignal(const Node* node) {
    if (kernel_.model == ExecutionModel::kHost) return Error("a host kernel has signals", node);
    FFT_RETURN_IF_ERROR(CheckAccess(node));
    const Type counters = node->arg(0)->type;
    if (counters != Type::Global(Type::Int32())) {
      return Error("signals are counted in a global array of int32", node);
    }
    if (node->kind == Kind::kSignal) return absl::OkStatus();
    FFT_RETURN_IF_ERROR(Expression(node->arg(2)));
    return Expect(node->arg(2), Type::Int32(), "number of signals");
  }

  absl::Status Expression(const Node* node) {
    FFT_RETURN_IF_ERROR(CheckArity(node));
    if (!IsExpr(node->kind)) return Error("a statement stands as an operand", nullptr);
    for (const Node* arg : node->args) {
      FFT_RETURN_IF_ERROR(Expression(arg));
      const bool is_access = ReadsMemory(node->kind) && arg == node->arg(0);
      const bool is_passed_on = node->kind == Kind::kCallLoad && arg == node->arg(2);
      if (arg->type.IsPointer() && !is_access && !is_passed_on) {
        return Error("pointer " + std::string(arg->name()) + " is used as a value", node);
      }
    }
    switch (node->kind) {
      case Kind::kIntLit:
        return CheckIntLit(node);
      case Kind::kRealLit:
        return node->type.IsReal() ? absl::OkStatus() : WrongType(node, node->type);
      case Kind::kVarRef:
        return CheckVarRef(node);
      case Kind::kUnary:
        return CheckUnary(node);
      case Kind::kBinary:
        return CheckBinary(node);
      case Kind::kLoad:
        return CheckLoad(node);
      case Kind::kCallLoad:
        FFT_RETURN_IF_ERROR(CheckLoad(node));
        return CheckCall(node, node->arg(2), kernel_.load_callback);
      case Kind::kBuiltin:
        return CheckBuiltin(node);
      default:
        return CheckTyped(node);
    }
  }

  absl::Status CheckIntLit(const Node* node) {
    const int64_t value = node->integer();
    const bool fits = node->type.IsBool() ? (value == 0 || value == 1)
                                          : node->type.IsInt() && (node->type.bits() == 64 ||
                                                                   value == int32_t(value));
    return fits ? absl::OkStatus() : Error("a literal does not fit its type", node);
  }

  absl::Status CheckVarRef(const Node* node) {
    const auto it = variables_.find(node->name());
    if (it == variables_.end()) return Undeclared(node);
    if (it->second.type != node->type) return WrongType(node, it->second.type);
    if (it->second.binding == Binding::kMutable && !it->second.assigned) {
      return Error("variable " + std::string(node->name()) + " is read before it has a value",
                   node);
    }
    return absl::OkStatus();
  }

  absl::Status CheckUnary(const Node* node) {
    FFT_RETURN_IF_ERROR(Expect(node->arg(0), node->type, "operand"));
    return OperandFits(node->unary_op(), node->type) ? absl::OkStatus() : BadOperand(node);
  }

  absl::Status CheckBinary(const Node* node) {
    const Type type = node->arg(0)->type;
    FFT_RETURN_IF_ERROR(Expect(node->arg(1), type, "operand"));
    const BinaryOp op = node->binary_op();
    const Type result = IsComparison(op) ? Type::Bool() : type;
    if (node->type != result) return BadOperand(node);
    bool fits = type.IsArithmetic();
    if (op == BinaryOp::kLAnd || op == BinaryOp::kLOr) fits = type.IsBool();
    switch (op) {
      case BinaryOp::kMod:
      case BinaryOp::kShl:
      case BinaryOp::kShr:
      case BinaryOp::kAnd:
      case BinaryOp::kOr:
      case BinaryOp::kXor:
        fits = type.IsInt();
        break;
      default:
        break;
    }
    return fits ? absl::OkStatus() : BadOperand(node);
  }

  absl::Status CheckAccess(const Node* node) {
    FFT_RETURN_IF_ERROR(Expression(node->arg(0)));
    FFT_RETURN_IF_ERROR(Expression(node->arg(1)));
    return CheckPointer(node->arg(0), node->arg(1), node);
  }

  absl::Status CheckPointer(const Node* pointer, const Node* index, const Node* node) {
    if (pointer->kind != Kind::kVarRef || !pointer->type.IsPointer() || pointer->type.IsOpaque()) {
      return Error("an access goes through something that is no pointer variable", node);
    }
    if (!index->type.IsInt()) return Error("an index is not an int", node);
    return absl::OkStatus();
  }

  absl::Status CheckLoad(const Node* node) {
    FFT_RETURN_IF_ERROR(CheckPointer(node->arg(0), node->arg(1), node));
    return Expect(node, node->arg(0)->type.element(), "loaded value");
  }

  absl::Status CheckBuiltin(const Node* node) {
    if (kernel_.model == ExecutionModel::kHost && node->builtin() != BuiltinId::kBlockIndex) {
      return Error("a host kernel uses " + std::string(BuiltinName(node->builtin())), node);
    }
    return Expect(node, Type::Int32(), "builtin");
  }

  absl::Status CheckTyped(const Node* node) {
    const Type type = node->type;
    const Type first = node->arg(0)->type;
    bool fits = false;
    switch (node->kind) {
      case Kind::kFma:
        fits = type.IsReal() && type.IsArithmetic() && first == type &&
               node->arg(1)->type == type && node->arg(2)->type == type;
        break;
      case Kind::kSelect:
        fits = first.IsBool() && node->arg(1)->type == type && node->arg(2)->type == type &&
               (type.IsArithmetic() || type.IsBool());
        break;
      case Kind::kCast:
        fits = (first.IsInt() && (type.IsInt() || type.IsReal())) ||
               (first.IsReal() && type.IsReal()) || (first.IsComplex() && type.IsComplex());
        break;
      case Kind::kMakeComplex:
        fits = type.IsComplex() && first == type.part() && node->arg(1)->type == type.part();
        break;
      case Kind::kRe:
      case Kind::kIm:
        fits = first.IsComplex() && type == first.part();
        break;
      default:
        break;
    }
    return fits ? absl::OkStatus() : BadOperand(node);
  }

  absl::Status Expect(const Node* node, Type type, const std::string& role) {
    if (node->type == type) return absl::OkStatus();
    return Error(role + " has type " + ToString(node->type) + ", not " + ToString(type), node);
  }
  absl::Status BadOperand(const Node* node) {
    return Error("operand types do not fit " + std::string(KindName(node->kind)), node);
  }
  absl::Status Undeclared(const Node* node) {
    return Error("variable " + std::string(node->name()) + " is not declared here", node);
  }
  absl::Status WrongType(const Node* node, Type declared) {
    return Error("variable " + std::string(node->name()) + " is used as " + ToString(node->type) +
                     " but declared " + ToString(declared),
                 node);
  }

  // Whether an expression may differ between threads. A load counts as varying: nothing here knows
  // what memory holds.
  bool Varies(const Node* node) const {
    if (ReadsMemory(node->kind)) return true;
    if (node->kind == Kind::kBuiltin) return node->builtin() == BuiltinId::kThreadIndex;
    if (node->kind == Kind::kVarRef) {
      const auto it = variables_.find(node->name());
      return it == variables_.end() || it->second.varying;
    }
    for (const Node* arg : node->args) {
      if (Varies(arg)) return true;
    }
    return false;
  }

  const Kernel& kernel_;
  const VerifyScope verify_scope_;
  const Node* statement_ = nullptr;
  int divergence_ = 0;  // enclosing thread-dependent conditions and loops
  std::unordered_map<std::string_view, Variable> variables_;
  std::vector<std::string_view> scope_;
};

}  // namespace

absl::Status Verify(const Kernel& kernel, VerifyScope scope) {
  return Verifier(kernel, scope).Run();
}

}  // namespace fft::codegen
