#include "fft/codegen/ast/node.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "fft/base/status.h"

namespace fft::codegen {

const Node* Arena::Make(Kind kind, Type type, std::span<const Node* const> args,
                        const Payload& payload) {
  Payload owned = payload;
  owned.text = Intern(payload.text);
  std::span<const Node* const> operands;
  if (!args.empty()) {
    auto* copy = static_cast<const Node**>(
        memory_.allocate(args.size() * sizeof(const Node*), alignof(const Node*)));
    std::copy(args.begin(), args.end(), copy);
    operands = {copy, args.size()};
  }
  void* memory = memory_.allocate(sizeof(Node), alignof(Node));
  return new (memory) Node{kind, type, operands, owned};
}

const Node* Arena::WithArgs(const Node* node, std::span<const Node* const> args) {
  return Make(node->kind, node->type, args, node->payload);
}

std::string_view Arena::Intern(std::string_view text) {
  if (text.empty()) return {};
  auto* copy = static_cast<char*>(memory_.allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

namespace {

enum class Class { kExpr, kStmt };
constexpr Class Expr = Class::kExpr;
constexpr Class Stmt = Class::kStmt;

struct KindInfo {
  std::string_view name;
  Class node_class;
  int arity;
};
constexpr KindInfo kKinds[] = {
#define FFT_AST_NODE(Name, NodeClass, arity) {#Name, NodeClass, arity},
#include "fft/codegen/ast/ast_nodes.def"
#undef FFT_AST_NODE
};

struct OpInfo {
  std::string_view name;
  std::string_view spelling;
  int precedence;
};
constexpr OpInfo kUnaryOps[] = {
#define FFT_AST_UNARY(Name, spelling) {#Name, spelling, 0},
#include "fft/codegen/ast/ast_ops.def"
};
constexpr OpInfo kBinaryOps[] = {
#define FFT_AST_BINARY(Name, spelling, precedence) {#Name, spelling, precedence},
#include "fft/codegen/ast/ast_ops.def"
};

const KindInfo& Info(Kind kind) { return kKinds[static_cast<size_t>(kind)]; }
const OpInfo& Info(UnaryOp op) { return kUnaryOps[static_cast<size_t>(op)]; }
const OpInfo& Info(BinaryOp op) { return kBinaryOps[static_cast<size_t>(op)]; }

}  // namespace

bool IsExpr(Kind kind) { return Info(kind).node_class == Class::kExpr; }
int Arity(Kind kind) { return Info(kind).arity; }
std::string_view KindName(Kind kind) { return Info(kind).name; }
bool OperandFits(UnaryOp op, Type type) {
  if (op == UnaryOp::kNot) return type.IsBool();
  return op == UnaryOp::kSqrt ? type.IsReal() : type.IsArithmetic();
}
std::string_view OpName(UnaryOp op) { return Info(op).name; }
std::string_view OpName(BinaryOp op) { return Info(op).name; }
std::string_view Spelling(UnaryOp op) { return Info(op).spelling; }
std::string_view Spelling(BinaryOp op) { return Info(op).spelling; }
int Precedence(BinaryOp op) { return Info(op).precedence; }

bool IsComparison(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLt:
    case BinaryOp::kLe:
    case BinaryOp::kGt:
    case BinaryOp::kGe:
    case BinaryOp::kEq:
    case BinaryOp::kNe:
      return true;
    default:
      return false;
  }
}

std::string_view BuiltinName(BuiltinId id) {
  switch (id) {
    case BuiltinId::kThreadIndex:
      return "ThreadIndex";
    case BuiltinId::kBlockIndex:
      return "BlockIndex";
    case BuiltinId::kBlockCount:
      return "BlockCount";
  }
  FFT_CHECK(false);
}

}  // namespace fft::codegen
