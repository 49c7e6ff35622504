#include "fft/codegen/emit/source_writer.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/mirrored_slots.h"

namespace fft::codegen {
namespace {

// Precedences above those of ast_ops.def.
constexpr int kSelectLevel = 0;
constexpr int kPrefixLevel = 15;
constexpr int kPostfixLevel = 20;

std::string Wrap(std::string text, int precedence, int level) {
  return precedence < level ? "(" + std::move(text) + ")" : text;
}

// A decimal number of `digits` digits, with a decimal point whatever the program's locale is.
std::string Decimal(double value, int digits) {
  char text[40];
  const std::to_chars_result end =
      std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, digits);
  std::string result(text, end.ptr);
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

std::string Widened(Type from, const std::string& value) {
  return StorageName(from.precision()) + "_to_float(" + value + ")";
}
std::string Narrowed(Type to, const std::string& value) {
  return "float_to_" + StorageName(to.precision()) + "(" + value + ")";
}

}  // namespace

void SourceWriter::AppendText(std::string_view text) {
  text_ += text;
  lines_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void SourceWriter::Line(int depth, std::string_view line) {
  text_.append(static_cast<size_t>(2 * depth), ' ');
  text_ += line;
  text_ += '\n';
  ++lines_;
}

void SourceWriter::Statements(const Node* block, int depth) {
  for (const Node* statement : block->args) {
    if (statement->kind == Kind::kComment && statement != block->args.front()) AppendText("\n");
    AppendStatement(statement, depth);
  }
}

void SourceWriter::AppendStatement(const Node* node, int depth) {
  const size_t entry = map_.size();
  map_.push_back({node, lines_ + 1, lines_ + 1});
  WriteStatement(node, depth);
  map_[entry].last_line = lines_;
}

void SourceWriter::WriteStatement(const Node* node, int depth) {
  const std::string name = std::string(node->name());
  switch (node->kind) {
    case Kind::kBlock:
      Line(depth, "{");
      Statements(node, depth + 1);
      return Line(depth, "}");
    case Kind::kLet:
      return Let(node, depth);
    case Kind::kDeclVar:
      return Line(depth, TypeName(node->payload.var_type) + " " + name + ";");
    case Kind::kAssign:
      return Line(depth, Expression(node->arg(0)) + " = " + Expression(node->arg(1)) + ";");
    case Kind::kStore:
      return Line(depth,
                  Access(node->arg(0), node->arg(1)) + " = " + Expression(node->arg(2)) + ";");
    case Kind::kCallStore:
      return Line(depth, Call("fft_store_callback::store", node) + ";");
    case Kind::kPrefetch:
      if (spelling_.prefetch.empty()) return;
      return Line(depth, std::string(spelling_.prefetch) + "(&" +
                             Access(node->arg(0), node->arg(1)) + ");");
    case Kind::kCopyAsync:
      return Copy(node, depth);
    case Kind::kAwaitCopies:
      if (!spelling_.await_copies.empty()) Line(depth, spelling_.await_copies);
      return;
    case Kind::kIf:
      Line(depth, "if (" + Expression(node->arg(0)) + ") {");
      Statements(node->arg(1), depth + 1);
      return Line(depth, "}");
    case Kind::kFor:
      return For(node, depth);
    case Kind::kBarrier:
      if (node->integer() == 0) return Line(depth, spelling_.barrier);
      FFT_CHECK(!spelling_.part_barrier.empty());
      return Line(depth, std::string(spelling_.part_barrier) + "(" +
                             std::to_string(node->integer()) + ");");
    case Kind::kExit:
      return Line(depth, "return;");
    case Kind::kSignal:
      FFT_CHECK(!spelling_.signal_prologue.empty());
      return Line(depth, "signal(&" + Access(node->arg(0), node->arg(1)) + ");");
    case Kind::kAwaitSignals:
      FFT_CHECK(!spelling_.signal_prologue.empty());
      return Line(depth, "await_signals(&" + Access(node->arg(0), node->arg(1)) + ", " +
                             Expression(node->arg(2)) + ");");
    case Kind::kComment:
      return Line(depth, "// " + name);
    default:
      FFT_CHECK(false);  // an expression is no statement
  }
}

// Writes an asynchronous copy, or where the dialect has none, a copy that is done at once.
void SourceWriter::Copy(const Node* node, int depth) {
  const std::string to = Access(node->arg(0), node->arg(1));
  const std::string from = Access(node->arg(2), node->arg(3));
  if (spelling_.copy_async.empty()) return Line(depth, to + " = " + from + ";");
  Line(depth, std::string(spelling_.copy_async) + "(&" + to + ", &" + from + ");");
}

void SourceWriter::Let(const Node* node, int depth) {
  std::string value = Expression(node->arg(0));
  if (hidden_.contains(node->name())) value = std::string(spelling_.hide) + "(" + value + ")";
  Line(depth, "const " + TypeName(node->arg(0)->type) + " " + std::string(node->name()) + " = " +
                  value + ";");
}

void SourceWriter::For(const Node* node, int depth) {
  const std::string name = std::string(node->name());
  if (node->payload.loop == LoopHint::kUnroll) Line(depth, spelling_.unroll);
  if (node->payload.loop == LoopHint::kLanes && !spelling_.lanes.empty()) {
    Line(depth, spelling_.lanes);
  }
  const std::string step =
      node->arg(2)->IsInt(1) ? "++" + name : name + " += " + Expression(node->arg(2));
  Line(depth, "for (" + TypeName(node->arg(0)->type) + " " + name + " = " +
                  Expression(node->arg(0)) + "; " + name + " < " +
                  Expression(node->arg(1), Precedence(BinaryOp::kLt) + 1) + "; " + step + ") {");
  Statements(node->arg(3), depth + 1);
  Line(depth, "}");
}

std::string SourceWriter::Access(const Node* pointer, const Node* index) {
  std::string text = Expression(index);
  const bool is_shared = pointer->type.space() == AddressSpace::kShared;
  if (is_shared && !spelling_.hide.empty() && HasDifference(index)) {
    text = std::string(spelling_.hide) + "(" + text + ")";
  }
  return Expression(pointer, kPostfixLevel) + "[" + text + "]";
}

std::string SourceWriter::Call(const std::string& function, const Node* node) {
  std::string text = function + "(";
  for (size_t i = 0; i < node->args.size(); ++i) {
    text += (i == 0 ? "" : ", ") + Expression(node->arg(i));
  }
  return text + ")";
}

std::string SourceWriter::Expression(const Node* node, int level) {
  switch (node->kind) {
    case Kind::kIntLit:
      return IntLiteral(node, level);
    case Kind::kRealLit:
      return RealLiteral(node, level);
    case Kind::kVarRef:
      return std::string(node->name());
    case Kind::kUnary:
      return Unary(node, level);
    case Kind::kBinary:
      return Binary(node, level);
    case Kind::kFma: {
      const bool is_double = node->type.precision() == Precision::kDouble;
      return std::string(is_double ? spelling_.fma_double : spelling_.fma_single) + "(" +
             Expression(node->arg(0)) + ", " + Expression(node->arg(1)) + ", " +
             Expression(node->arg(2)) + ")";
    }
    case Kind::kSelect:
      return Wrap(Expression(node->arg(0), kSelectLevel + 1) + " ? " +
                      Expression(node->arg(1), kSelectLevel + 1) + " : " +
                      Expression(node->arg(2), kSelectLevel),
                  kSelectLevel, level);
    case Kind::kCast:
      return CastTo(node, level);
    case Kind::kLoad:
      return Access(node->arg(0), node->arg(1));
    case Kind::kCallLoad:
      return Call("fft_load_callback::load", node);
    case Kind::kMakeComplex: {
      const std::string name = IsStorage(node->type.precision())
                                   ? StorageName(node->type.precision()) + "2"
                                   : TypeName(node->type);
      return "make_" + name + "(" + Expression(node->arg(0)) + ", " + Expression(node->arg(1)) +
             ")";
    }
    case Kind::kRe:
      return Expression(node->arg(0), kPostfixLevel) + ".x";
    case Kind::kIm:
      return Expression(node->arg(0), kPostfixLevel) + ".y";
    case Kind::kBuiltin:
      return Wrap(std::string(Builtin(node->builtin())), kPrefixLevel, level);
    default:
      FFT_CHECK(false);  // a statement is no expression
  }
}

std::string_view SourceWriter::Builtin(BuiltinId id) const {
  switch (id) {
    case BuiltinId::kThreadIndex:
      return spelling_.thread_index;
    case BuiltinId::kBlockIndex:
      return spelling_.block_index;
    case BuiltinId::kBlockCount:
      return spelling_.block_count;
  }
  FFT_CHECK(false);
}

std::string SourceWriter::Unary(const Node* node, int level) {
  if (node->unary_op() == UnaryOp::kSqrt) {
    const bool is_double = node->type.precision() == Precision::kDouble;
    return Call(std::string(is_double ? spelling_.sqrt_double : spelling_.sqrt_single), node);
  }
  // The operand binds one level more tightly: "- -x" must not become "--x".
  return Wrap(std::string(Spelling(node->unary_op())) + Expression(node->arg(0), kPrefixLevel + 1),
              kPrefixLevel, level);
}

std::string SourceWriter::Binary(const Node* node, int level) {
  const BinaryOp op = node->binary_op();
  const Node* a = node->arg(0);
  const Node* b = node->arg(1);
  if (op == BinaryOp::kMin) {
    const int own = Precedence(BinaryOp::kLt) + 1;
    return "(" + Expression(a, own) + " < " + Expression(b, own) + " ? " + Expression(a, 1) +
           " : " + Expression(b) + ")";
  }
  const bool is_quotient = op == BinaryOp::kDiv || op == BinaryOp::kMod;
  if (is_quotient && node->type.IsInt()) return Quotient(node, level);
  const int own = Precedence(op);
  std::string left = Expression(a, own);
  const bool is_shift = op == BinaryOp::kShl || op == BinaryOp::kShr;
  if (is_shift && a->kind == Kind::kIntLit && a->type.bits() == 64) left += "LL";
  return Wrap(left + " " + std::string(Spelling(op)) + " " + Expression(b, own + 1), own, level);
}

// Operands are not negative. Division by a power of two becomes a shift or a mask, and other
// divisions are unsigned, which saves the corrections of a signed division.
std::string SourceWriter::Quotient(const Node* node, int level) {
  const bool is_div = node->Is(BinaryOp::kDiv);
  const Node* divisor = node->arg(1);
  if (divisor->kind == Kind::kIntLit && IsPowerOfTwo(divisor->integer())) {
    const BinaryOp op = is_div ? BinaryOp::kShr : BinaryOp::kAnd;
    const int64_t operand = is_div ? FloorLog2(divisor->integer()) : divisor->integer() - 1;
    return Wrap(Expression(node->arg(0), Precedence(op)) + " " + std::string(Spelling(op)) + " " +
                    std::to_string(operand),
                Precedence(op), level);
  }
  const std::string signed_name = TypeName(node->type);
  const std::string unsigned_name = node->type.bits() == 64 ? "unsigned long long" : "unsigned";
  const std::string right = divisor->kind == Kind::kIntLit
                                ? std::to_string(divisor->integer()) + "u"
                                : "(" + unsigned_name + ")" + Expression(divisor, kPrefixLevel);
  return Wrap("(" + signed_name + ")((" + unsigned_name + ")" +
                  Expression(node->arg(0), kPrefixLevel) + (is_div ? " / " : " % ") + right + ")",
              kPrefixLevel, level);
}

std::string SourceWriter::CastTo(const Node* node, int level) {
  const Type from = node->arg(0)->type, to = node->type;
  if (from.IsComplex()) {  // by parts: the operand is evaluated twice, so generators name it first
    const auto part = [&](const char* member) {
      const std::string value = Expression(node->arg(0), kPostfixLevel) + member;
      if (IsStorage(from.precision())) return Widened(from, value);
      if (IsStorage(to.precision())) return Narrowed(to, value);
      return "(" + TypeName(to.part()) + ")" + value;
    };
    const std::string name =
        IsStorage(to.precision()) ? StorageName(to.precision()) + "2" : TypeName(to);
    return "make_" + name + "(" + part(".x") + ", " + part(".y") + ")";
  }
  const bool is_stored = from.IsReal() && IsStorage(from.precision());
  if (to.IsReal() && IsStorage(to.precision())) return Narrowed(to, Expression(node->arg(0)));
  if (is_stored && to.precision() == Precision::kSingle) {
    return Widened(from, Expression(node->arg(0)));
  }
  const std::string value =
      is_stored ? Widened(from, Expression(node->arg(0))) : Expression(node->arg(0), kPrefixLevel);
  return Wrap("(" + TypeName(to) + ")" + value, kPrefixLevel, level);
}

std::string SourceWriter::IntLiteral(const Node* node, int level) {
  if (node->type.IsBool()) return node->integer() != 0 ? "true" : "false";
  return Wrap(std::to_string(node->integer()), node->integer() < 0 ? kPrefixLevel : kPostfixLevel,
              level);
}

std::string SourceWriter::RealLiteral(const Node* node, int level) {
  const long double value = node->payload.real;
  const int precedence = value < 0 ? kPrefixLevel : kPostfixLevel;
  switch (node->type.precision()) {
    case Precision::kHalf:
    case Precision::kBfloat16:
      return Narrowed(node->type, Decimal(static_cast<float>(value), 9) + "f");
    case Precision::kSingle:
      return Wrap(Decimal(static_cast<float>(value), 9) + "f", precedence, level);
    case Precision::kDouble:
      return Wrap(Decimal(static_cast<double>(value), 17), precedence, level);
  }
  FFT_CHECK(false);
}

}  // namespace fft::codegen
