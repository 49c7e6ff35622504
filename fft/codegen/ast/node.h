// AST nodes and the arena that owns them.
//
// A Node is immutable and is fully described by (kind, type, operands, payload), so every node can
// be rebuilt from a plain list of operands and a rewrite needs no knowledge of the kinds. Subtrees
// may be shared. ast_nodes.def gives the kinds and their meaning.
#ifndef FFT_CODEGEN_AST_NODE_H_
#define FFT_CODEGEN_AST_NODE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "fft/codegen/ast/type.h"

namespace fft::codegen {

enum class Kind : uint8_t {
#define FFT_AST_NODE(Name, Class, arity) k##Name,
#include "fft/codegen/ast/ast_nodes.def"
#undef FFT_AST_NODE
};

enum class UnaryOp : uint8_t {
#define FFT_AST_UNARY(Name, spelling) k##Name,
#include "fft/codegen/ast/ast_ops.def"
};

enum class BinaryOp : uint8_t {
#define FFT_AST_BINARY(Name, spelling, precedence) k##Name,
#include "fft/codegen/ast/ast_ops.def"
};

enum class BuiltinId : uint8_t { kThreadIndex, kBlockIndex, kBlockCount };

// How a For is meant to be compiled.
enum class LoopHint : uint8_t {
  kNone,
  kUnroll,  // short, constant bounds: unroll fully
  kLanes,   // iterations are independent: vectorise
};

// The values that a node holds beside its operands. Each kind uses some members (ast_nodes.def).
// For example, an IntLit has its value in `integer`, and a Let has its name in `text`.
struct Payload {
  std::string_view text;  // names and comments; the bytes live in the arena
  int64_t integer = 0;
  long double real = 0;
  uint8_t op = 0;  // UnaryOp, BinaryOp or BuiltinId
  LoopHint loop = LoopHint::kNone;
  Type var_type;  // the variable's type, for DeclVar

  friend bool operator==(const Payload&, const Payload&) = default;
};

struct Node {
  Kind kind;
  Type type;
  std::span<const Node* const> args;
  Payload payload;

  const Node* arg(size_t i) const { return args[i]; }
  std::string_view name() const { return payload.text; }
  int64_t integer() const { return payload.integer; }
  UnaryOp unary_op() const { return static_cast<UnaryOp>(payload.op); }
  BinaryOp binary_op() const { return static_cast<BinaryOp>(payload.op); }
  BuiltinId builtin() const { return static_cast<BuiltinId>(payload.op); }
  bool Is(BinaryOp op) const { return kind == Kind::kBinary && binary_op() == op; }
  bool IsInt(int64_t value) const { return kind == Kind::kIntLit && payload.integer == value; }
};

// Owns nodes; everything lives as long as the arena. Not thread safe while nodes are being made.
class Arena {
 public:
  // Nodes made here may refer to nodes of `parent`, which is kept alive.
  explicit Arena(std::shared_ptr<const Arena> parent = nullptr) { KeepAlive(std::move(parent)); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Copies the operand list and payload.text.
  const Node* Make(Kind kind, Type type, std::span<const Node* const> args,
                   const Payload& payload = {});
  // `node` with other operands.
  const Node* WithArgs(const Node* node, std::span<const Node* const> args);

  // Nodes made here may refer to nodes of `other`, too.
  void KeepAlive(std::shared_ptr<const Arena> other) { parents_.push_back(std::move(other)); }

  // A copy of `text` that lives as long as the arena.
  std::string_view Intern(std::string_view text);

 private:
  std::vector<std::shared_ptr<const Arena>> parents_;
  std::pmr::monotonic_buffer_resource memory_;
};

bool IsExpr(Kind kind);
// Whether the expression itself, apart from its operands, reads memory.
inline bool ReadsMemory(Kind kind) { return kind == Kind::kLoad || kind == Kind::kCallLoad; }
// Operand count of a kind, -1 for any.
int Arity(Kind kind);
std::string_view KindName(Kind kind);  // "MakeComplex"
// Whether an operator takes values of a type.
bool OperandFits(UnaryOp op, Type type);
std::string_view OpName(UnaryOp op);     // "Neg"
std::string_view OpName(BinaryOp op);    // "Add"
std::string_view Spelling(UnaryOp op);   // "-"
std::string_view Spelling(BinaryOp op);  // "+"
int Precedence(BinaryOp op);
bool IsComparison(BinaryOp op);
std::string_view BuiltinName(BuiltinId id);  // "ThreadIndex"

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_NODE_H_
