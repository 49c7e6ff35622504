#include "fft/codegen/ast/print.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace fft::codegen {
namespace {

constexpr int kLowest = 0;
constexpr int kSelectLevel = 0;
constexpr int kUnaryLevel = 15;
constexpr int kCallLevel = 20;

// A number as printf's %.17Lg writes it, in every locale.
std::string RealText(long double value) {
  char text[64];
  const std::to_chars_result end =
      std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, 17);
  return std::string(text, end.ptr);
}

class Printer {
 public:
  std::string text;
  LineMap map;
  int lines = 0;  // lines written so far, the head of the kernel included

  void Statement(const Node* node, int depth) {
    if (!HasItsOperands(node))
      return Line(depth, Call("?" + std::string(KindName(node->kind)), node));
    switch (node->kind) {
      case Kind::kBlock:
        return Statements(node, depth);
      case Kind::kLet:
        return Line(depth, "let " + std::string(node->name()) + ": " +
                               ToString(node->arg(0)->type) + " = " + Value(node->arg(0)));
      case Kind::kDeclVar:
        return Line(depth,
                    "var " + std::string(node->name()) + ": " + ToString(node->payload.var_type));
      case Kind::kAssign:
        return Line(depth, Value(node->arg(0)) + " = " + Value(node->arg(1)));
      case Kind::kStore:
        return Line(depth,
                    Value(node->arg(0)) + "[" + Value(node->arg(1)) + "] = " + Value(node->arg(2)));
      case Kind::kCallStore:
        return Line(depth, Call("call_store", node));
      case Kind::kPrefetch:
        return Line(depth, std::string(node->integer() == 0 ? "prefetch " : "prefetch_to_store ") +
                               Value(node->arg(0)) + "[" + Value(node->arg(1)) + "]");
      case Kind::kCopyAsync:
        return Line(depth, "copy " + Value(node->arg(0)) + "[" + Value(node->arg(1)) +
                               "] = " + Value(node->arg(2)) + "[" + Value(node->arg(3)) + "]");
      case Kind::kAwaitCopies:
        return Line(depth, "await copies");
      case Kind::kIf:
        Line(depth, "if (" + Value(node->arg(0)) + ") {");
        Statement(node->arg(1), depth + 1);
        return Line(depth, "}");
      case Kind::kFor:
        Line(depth, ForHead(node));
        Statement(node->arg(3), depth + 1);
        return Line(depth, "}");
      case Kind::kBarrier:
        return Line(depth, node->integer() == 0 ? "barrier"
                                                : "barrier of " + std::to_string(node->integer()));
      case Kind::kExit:
        return Line(depth, "exit");
      case Kind::kSignal:
        return Line(depth, "signal " + Value(node->arg(0)) + "[" + Value(node->arg(1)) + "]");
      case Kind::kAwaitSignals:
        return Line(depth, "await " + Value(node->arg(2)) + " signals of " + Value(node->arg(0)) +
                               "[" + Value(node->arg(1)) + "]");
      case Kind::kComment:
        return Line(depth, "# " + std::string(node->name()));
      default:
        return Line(depth, Value(node));
    }
  }

  void Statements(const Node* block, int depth) {
    for (const Node* statement : block->args) {
      const size_t entry = map.size();
      map.push_back({statement, lines + 1, lines + 1});
      if (statement->kind != Kind::kBlock) {
        Statement(statement, depth);
      } else {
        Line(depth, "{");
        Statements(statement, depth + 1);
        Line(depth, "}");
      }
      map[entry].last_line = lines;
    }
  }

  std::string Value(const Node* node) { return Expression(node, kLowest); }

 private:
  void Line(int depth, const std::string& line) {
    text += std::string(static_cast<size_t>(2 * depth), ' ') + line + "\n";
    ++lines;
  }

  std::string ForHead(const Node* node) {
    std::string head = "for (" + std::string(node->name()) + " = " + Value(node->arg(0)) + " to " +
                       Value(node->arg(1));
    if (!node->arg(2)->IsInt(1)) head += " step " + Value(node->arg(2));
    head += ")";
    if (node->payload.loop == LoopHint::kUnroll) head += " unroll";
    if (node->payload.loop == LoopHint::kLanes) head += " lanes";
    return head + " {";
  }

  std::string Call(std::string name, const Node* node) {
    name += "(";
    for (size_t i = 0; i < node->args.size(); ++i) {
      if (i > 0) name += ", ";
      name += Value(node->arg(i));
    }
    return name + ")";
  }

  // Malformed trees are printed too: the verifier's messages show them.
  static bool HasItsOperands(const Node* node) {
    const int arity = Arity(node->kind);
    return arity < 0 || node->args.size() == static_cast<size_t>(arity);
  }

  // Puts parentheses around the text when its operator binds less tightly than `level`.
  static std::string Wrap(std::string text, int precedence, int level) {
    return precedence < level ? "(" + std::move(text) + ")" : text;
  }

  static std::string_view BuiltinText(BuiltinId id) {
    switch (id) {
      case BuiltinId::kThreadIndex:
        return "thread";
      case BuiltinId::kBlockIndex:
        return "block";
      case BuiltinId::kBlockCount:
        return "blocks";
    }
    return "?";
  }

  std::string Binary(const Node* node, int level) {
    const BinaryOp op = node->binary_op();
    if (op == BinaryOp::kMin) return Call("min", node);
    const int own = Precedence(op);
    return Wrap(Expression(node->arg(0), own) + " " + std::string(Spelling(op)) + " " +
                    Expression(node->arg(1), own + 1),
                own, level);
  }

  std::string Expression(const Node* node, int level) {
    if (!HasItsOperands(node)) return Call("?" + std::string(KindName(node->kind)), node);
    switch (node->kind) {
      case Kind::kIntLit:
        if (node->type.IsBool()) return node->integer() != 0 ? "true" : "false";
        return Wrap(std::to_string(node->integer()), node->integer() < 0 ? kUnaryLevel : kCallLevel,
                    level);
      case Kind::kRealLit:
        return RealText(node->payload.real);
      case Kind::kVarRef:
        return std::string(node->name());
      case Kind::kUnary:
        if (node->unary_op() == UnaryOp::kSqrt) return Call("sqrt", node);
        return Wrap(std::string(Spelling(node->unary_op())) + Expression(node->arg(0), kUnaryLevel),
                    kUnaryLevel, level);
      case Kind::kBinary:
        return Binary(node, level);
      case Kind::kSelect:
        return Wrap(Expression(node->arg(0), kSelectLevel + 1) + " ? " +
                        Expression(node->arg(1), kSelectLevel + 1) + " : " +
                        Expression(node->arg(2), kSelectLevel),
                    kSelectLevel, level);
      case Kind::kCast:
        return Call(ToString(node->type), node);
      case Kind::kLoad:
        return Value(node->arg(0)) + "[" + Value(node->arg(1)) + "]";
      case Kind::kCallLoad:
        return Call("call_load", node);
      case Kind::kFma:
        return Call("fma", node);
      case Kind::kMakeComplex:
        return Call("complex", node);
      case Kind::kRe:
        return Call("re", node);
      case Kind::kIm:
        return Call("im", node);
      case Kind::kBuiltin:
        return std::string(BuiltinText(node->builtin()));
      default:
        return Call("?" + std::string(KindName(node->kind)), node);  // a misplaced statement
    }
  }
};

std::string Head(const Kernel& kernel) {
  std::string head = "kernel " + kernel.name + "(";
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const Param& param = kernel.params[i];
    if (i > 0) head += ", ";
    head += param.name + ": " + ToString(param.type);
    if (param.type.IsPointer() && param.aliasing == Aliasing::kMayAlias) head += " may_alias";
  }
  head += ")";
  if (kernel.model == ExecutionModel::kHost) head += " host";
  if (kernel.model == ExecutionModel::kWorkgroup) {
    head += " workgroup " + std::to_string(kernel.workgroup_size);
  }
  if (kernel.min_blocks > 0) head += " min_blocks " + std::to_string(kernel.min_blocks);
  if (kernel.launches_early) head += " launches_early";
  head += "\n";
  for (const SharedArray& array : kernel.shared) {
    head += (array.side == 0 ? "shared " : "shared side " + std::to_string(array.side) + " ") +
            array.name + ": " + ToString(array.element) + "[" + std::to_string(array.count) + "]\n";
  }
  return head;
}

}  // namespace

std::string Print(const Node* node) {
  Printer printer;
  if (IsExpr(node->kind)) return printer.Value(node);
  printer.Statement(node, 0);
  return printer.text;
}

std::string Print(const Kernel& kernel, LineMap* map) {
  const std::string head = Head(kernel) + "{\n";
  Printer printer;
  printer.lines = static_cast<int>(std::count(head.begin(), head.end(), '\n'));
  printer.Statement(kernel.body, 1);
  if (map != nullptr) *map = std::move(printer.map);
  return head + printer.text + "}\n";
}

}  // namespace fft::codegen
