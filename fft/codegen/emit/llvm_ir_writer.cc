#include "fft/codegen/emit/llvm_ir_writer.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/emit/llvm_lanes.h"
#include "fft/codegen/emit/llvm_pairs.h"

namespace fft::codegen {
namespace {

bool IsFloating(const Node* node) { return node->type.IsReal(); }

std::string Wide(Type type, int width) {
  const std::string scalar = LlvmType(type);
  return width == 1 ? scalar : "<" + std::to_string(width) + " x " + scalar + ">";
}

// The end of an intrinsic's name: "f32", "v8f64".
std::string IntrinsicSuffix(Type real, int width) {
  const bool is_double = real.precision() == Precision::kDouble;
  return (width == 1 ? "" : "v" + std::to_string(width)) + (is_double ? "f64" : "f32");
}

const char* Comparison(BinaryOp op, bool is_floating) {
  switch (op) {
    case BinaryOp::kLt:
      return is_floating ? "fcmp olt" : "icmp slt";
    case BinaryOp::kLe:
      return is_floating ? "fcmp ole" : "icmp sle";
    case BinaryOp::kGt:
      return is_floating ? "fcmp ogt" : "icmp sgt";
    case BinaryOp::kGe:
      return is_floating ? "fcmp oge" : "icmp sge";
    case BinaryOp::kEq:
      return is_floating ? "fcmp oeq" : "icmp eq";
    default:
      return is_floating ? "fcmp une" : "icmp ne";
  }
}

// Operands of a quotient are not negative, so its division is unsigned.
const char* Instruction(BinaryOp op, bool is_floating) {
  switch (op) {
    case BinaryOp::kMul:
      return is_floating ? "fmul contract" : "mul nsw";
    case BinaryOp::kDiv:
      return is_floating ? "fdiv" : "udiv";
    case BinaryOp::kMod:
      return "urem";
    case BinaryOp::kAdd:
      return is_floating ? "fadd contract" : "add nsw";
    case BinaryOp::kSub:
      return is_floating ? "fsub contract" : "sub nsw";
    case BinaryOp::kShl:
      return "shl nsw";
    case BinaryOp::kShr:
      return "ashr";
    case BinaryOp::kAnd:
    case BinaryOp::kLAnd:
      return "and";
    case BinaryOp::kXor:
      return "xor";
    case BinaryOp::kOr:
    case BinaryOp::kLOr:
      return "or";
    default:
      FFT_CHECK(false);
  }
}

}  // namespace

std::string LlvmType(Type type) {
  switch (type.kind()) {
    case TypeKind::kVoid:
      return "void";
    case TypeKind::kBool:
      return "i1";
    case TypeKind::kInt:
      return type.bits() == 64 ? "i64" : "i32";
    case TypeKind::kReal:
      return type.precision() == Precision::kHalf     ? "half"
             : type.precision() == Precision::kSingle ? "float"
                                                      : "double";
    case TypeKind::kPointer:
      return "ptr";
    case TypeKind::kComplex:
      break;  // an AST pass has split complex values
  }
  FFT_CHECK(false);
}

LlvmIrWriter::LlvmIrWriter(const Kernel& kernel)
    : kernel_(kernel), full_width_(VectorWidth(kernel)) {
  for (const Param& param : kernel.params) values_[param.name] = "%p." + param.name;
  for (const SharedArray& array : kernel.shared) values_[array.name] = "%p." + array.name;
}

void LlvmIrWriter::AppendText(std::string_view text) {
  text_ += text;
  lines_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void LlvmIrWriter::Line(const std::string& line) { AppendText("  " + line + "\n"); }

void LlvmIrWriter::Label(const std::string& label) { AppendText(label + ":\n"); }

LlvmIrWriter::Operand LlvmIrWriter::Define(const std::string& instruction) {
  const Operand name = "%" + Fresh("v");
  Line(name + " = " + instruction);
  return name;
}

void LlvmIrWriter::WriteBody() {
  Walk(kernel_.body, [this](const Node* node) {
    if (node->kind == Kind::kDeclVar) {
      const std::string slot = "%" + Fresh("slot");
      Line(slot + " = alloca " + LlvmType(node->payload.var_type));
      slots_[std::string(node->name())] = slot;
    }
    return !IsExpr(node->kind);
  });
  Loop({"i32", "%first_block", "%end_block", "1", false, false}, "", [this](const Operand& block) {
    values_[kBlockVariable] = block;
    if (WritePairs()) return;
    for (const Node* statement : kernel_.body->args) Statement(statement);
  });
  Line("ret void");
  AppendText("}\n");
}

// Writes the arithmetic of one thread in pairs of values, where that takes fewer instructions.
bool LlvmIrWriter::WritePairs() {
  if (kernel_.workgroup_size != 1 || full_width_ == 1) return false;
  PairBlock pairs(*this);
  if (!pairs.Pack(kernel_.body)) return false;
  MapInside(kernel_.body);
  pairs.Write();
  return true;
}

std::string LlvmIrWriter::Declarations() const {
  std::string text;
  for (const std::string& intrinsic : intrinsics_) text += "declare " + intrinsic + "\n";
  return text;
}

void LlvmIrWriter::Statement(const Node* node) {
  const size_t entry = map_.size();
  map_.push_back({node, lines_ + 1, lines_ + 1});
  WriteStatement(node);
  map_[entry].last_line = std::max(lines_, map_[entry].first_line);
}

void LlvmIrWriter::WriteStatement(const Node* node) {
  const std::string name = std::string(node->name());
  switch (node->kind) {
    case Kind::kBlock:
      for (const Node* statement : node->args) Statement(statement);
      return;
    case Kind::kLet:
      values_[name] = Value(node->arg(0));
      return;
    case Kind::kDeclVar:
      return;
    case Kind::kAssign: {
      const Type type = node->arg(1)->type;
      const Operand value = Value(node->arg(1));
      return Line("store " + LlvmType(type) + " " + value + ", ptr " +
                  slots_.at(std::string(node->arg(0)->name())));
    }
    case Kind::kStore: {
      const Type type = node->arg(2)->type;
      const Operand value = Value(node->arg(2));
      const Operand address = Address(node->arg(0), node->arg(1));
      return Line("store " + LlvmType(type) + " " + value + ", ptr " + address +
                  AccessSuffix(type));
    }
    case Kind::kPrefetch:
      return;  // a prefetch of a single element does not pay
    case Kind::kIf:
      return If(node);
    case Kind::kFor:
      return For(node);
    case Kind::kComment:
      return Line("; " + name);
    default:
      FFT_CHECK(false);  // callbacks and barriers do not reach this dialect
  }
}

void LlvmIrWriter::If(const Node* node) {
  const std::string then = Fresh("then"), end = Fresh("end");
  Line("br i1 " + Value(node->arg(0)) + ", label %" + then + ", label %" + end);
  Label(then);
  for (const Node* statement : node->arg(1)->args) Statement(statement);
  Line("br label %" + end);
  Label(end);
}

std::string LlvmIrWriter::LanesMetadata() {
  access_group_ = "!" + std::to_string(next_metadata_++);
  const std::string parallel = "!" + std::to_string(next_metadata_++);
  const std::string enable = "!" + std::to_string(next_metadata_++);
  const std::string loop = "!" + std::to_string(next_metadata_++);
  metadata_ += access_group_ + " = distinct !{}\n";
  metadata_ += parallel + " = !{!\"llvm.loop.parallel_accesses\", " + access_group_ + "}\n";
  metadata_ += enable + " = !{!\"llvm.loop.vectorize.enable\", i1 true}\n";
  metadata_ += loop + " = distinct !{" + loop + ", " + parallel + ", " + enable + "}\n";
  return loop;
}

void LlvmIrWriter::For(const Node* node) {
  Range range;
  range.type = LlvmType(node->arg(0)->type);
  range.begin = Value(node->arg(0));
  range.end = Value(node->arg(1));
  range.step = Value(node->arg(2));
  const bool is_literal =
      node->arg(0)->kind == Kind::kIntLit && node->arg(1)->kind == Kind::kIntLit;
  range.runs_once = is_literal && node->arg(0)->integer() < node->arg(1)->integer();
  if (HasVectorForm(node, full_width_)) {
    LaneLoop(node, range);
  } else {
    ScalarLoop(node, range);
  }
}

void LlvmIrWriter::ScalarLoop(const Node* node, const Range& range) {
  const bool is_lanes = node->payload.loop == LoopHint::kLanes;
  const std::string outer_group = access_group_;
  const std::string metadata = is_lanes ? LanesMetadata() : "";
  const std::string name(node->name());
  Loop(range, metadata, [&](const Operand& variable) {
    values_[name] = variable;
    for (const Node* statement : node->arg(3)->args) Statement(statement);
  });
  access_group_ = outer_group;
}

// Maps each statement inside a block to all lines of the block, since the block is written as one
// text.
void LlvmIrWriter::MapInside(const Node* block) {
  Walk(block, [&](const Node* inner) {
    if (!IsExpr(inner->kind) && inner != block) map_.push_back({inner, lines_ + 1, lines_ + 1});
    return !IsExpr(inner->kind);
  });
}

void LlvmIrWriter::LaneLoop(const Node* node, const Range& range) {
  MapInside(node->arg(3));
  if (const int64_t tile = TileOfLanes(node, full_width_); tile > 0) {
    return TileLoop(node, range.end, tile);
  }
  if (node->arg(1)->kind != Kind::kIntLit) {
    Operand begin = "0";
    for (const int width : TailWidths(full_width_)) {
      const Operand end =
          width == 1 ? range.end : Define("and i32 " + range.end + ", " + std::to_string(-width));
      VectorLoop(node, {begin, end, width, false});
      begin = end;
    }
    return;
  }
  const bool is_repeatable = IsRepeatable(node->arg(3), kernel_);
  for (const LaneRun& run : RunsOfLanes(node->arg(1)->integer(), full_width_, is_repeatable)) {
    if (run.repeats) {
      RepeatingLoop(node, run);
    } else {
      VectorLoop(node, {std::to_string(run.first), std::to_string(run.end), run.width, false});
    }
  }
}

// Writes a loop over the lanes of a tile. Whole tiles have a loop of their own. In other tiles some
// lanes are missing, but scratch has room for them.
void LlvmIrWriter::TileLoop(const Node* node, const Operand& end, int64_t tile) {
  const LaneRange whole{"0", std::to_string(tile), full_width_, false};
  if (!ReachesGlobalByLane(node->arg(3), node->name())) {
    return VectorLoop(node, tile == full_width_ ? whole : LaneRange{"0", end, full_width_, false});
  }
  const std::string all = Fresh("whole"), some = Fresh("rest"), done = Fresh("end");
  const Operand is_whole = Define("icmp eq i32 " + end + ", " + whole.end);
  Line("br i1 " + is_whole + ", label %" + all + ", label %" + some);
  Label(all);
  VectorLoop(node, whole);
  Line("br label %" + done);
  Label(some);
  VectorLoop(node, {"0", end, full_width_, true});
  Line("br label %" + done);
  Label(done);
}

void LlvmIrWriter::RepeatingLoop(const Node* node, const LaneRun& run) {
  const std::string last = std::to_string(run.end - run.width);
  const Range starts{
      "i32", std::to_string(run.first), std::to_string(run.end), std::to_string(run.width), true,
      false};
  Loop(starts, "", [&](const Operand& variable) {
    const Operand is_inside = Define("icmp slt i32 " + variable + ", " + last);
    const Operand first = Define("select i1 " + is_inside + ", i32 " + variable + ", i32 " + last);
    WriteLanes(node, run.width, {first, {}});
  });
}

// Writes the body for some lanes. If they fill at most half a vector, both parts of a complex
// number are computed side by side.
void LlvmIrWriter::WriteLanes(const Node* node, int width, const LaneNumbers& numbers) {
  if (2 * width <= full_width_ && numbers.end.empty()) {
    PairBlock pairs(*this, LaneBlock(*this, width, node->name(), numbers));
    if (pairs.Pack(node->arg(3))) return pairs.Write();
  }
  LaneBlock(*this, width, node->name(), numbers).Write(node->arg(3));
}

void LlvmIrWriter::VectorLoop(const Node* node, const LaneRange& range) {
  const bool is_literal = range.begin[0] != '%' && range.end[0] != '%';
  // Without a loop LLVM can keep scratch in registers, which suits kernels whose scratch fits them.
  const bool is_one = is_literal && 2 * range.width <= full_width_ &&
                      std::stoi(range.end) - std::stoi(range.begin) <= range.width;
  const Range starts{"i32",      range.begin, range.end, std::to_string(range.width),
                     is_literal, is_one};
  Loop(starts, "", [&](const Operand& variable) {
    if (range.width > 1) {
      const Operand end = range.has_rest ? range.end : Operand();
      return WriteLanes(node, range.width, {variable, end});
    }
    values_[std::string(node->name())] = variable;
    for (const Node* statement : node->arg(3)->args) WriteStatement(statement);
  });
}

void LlvmIrWriter::Loop(const Range& range, const std::string& metadata, const LoopBody& body) {
  if (range.is_one) return body(range.begin);
  const std::string before = Fresh("before"), start = Fresh("loop"), end = Fresh("end");
  Line("br label %" + before);
  Label(before);
  if (range.runs_once) {
    Line("br label %" + start);
  } else {
    const Operand runs = Define("icmp slt " + range.type + " " + range.begin + ", " + range.end);
    Line("br i1 " + runs + ", label %" + start + ", label %" + end);
  }
  Label(start);
  const std::string latch = Fresh("latch");
  const Operand next = "%" + Fresh("next");
  const Operand variable = Define("phi " + range.type + " [ " + range.begin + ", %" + before +
                                  " ], [ " + next + ", %" + latch + " ]");
  body(variable);
  Line("br label %" + latch);
  Label(latch);
  Line(next + " = add nsw " + range.type + " " + variable + ", " + range.step);
  const Operand again = Define("icmp slt " + range.type + " " + next + ", " + range.end);
  Line("br i1 " + again + ", label %" + start + ", label %" + end +
       (metadata.empty() ? "" : ", !llvm.loop " + metadata));
  Label(end);
}

LlvmIrWriter::Operand LlvmIrWriter::Value(const Node* node) {
  switch (node->kind) {
    case Kind::kIntLit:
    case Kind::kRealLit:
      return Literal(node);
    case Kind::kVarRef:
      return Variable(node);
    case Kind::kLoad: {
      const Operand address = Address(node->arg(0), node->arg(1));
      return Define("load " + LlvmType(node->type) + ", ptr " + address + AccessSuffix(node->type));
    }
    case Kind::kBuiltin:
      return values_.at(kBlockVariable);
    default: {
      std::vector<Operand> args;
      for (const Node* arg : node->args) args.push_back(Value(arg));
      return Apply(node, args, 1);
    }
  }
}

LlvmIrWriter::Operand LlvmIrWriter::Apply(const Node* node, const std::vector<Operand>& args,
                                          int width) {
  const std::string type = Wide(node->type, width);
  switch (node->kind) {
    case Kind::kUnary:
      return ApplyUnary(node, args[0], width);
    case Kind::kBinary:
      return ApplyBinary(node, args, width);
    case Kind::kCast:
      return ApplyCast(node, args[0], width);
    case Kind::kSelect:
      return Define("select " + Wide(Type::Bool(), width) + " " + args[0] + ", " + type + " " +
                    args[1] + ", " + type + " " + args[2]);
    case Kind::kFma:
      return MultiplyAdd(node->type, args, width);
    default:
      FFT_CHECK(false);  // complex values and callbacks do not reach this dialect
  }
}

LlvmIrWriter::Operand LlvmIrWriter::MultiplyAdd(Type element, const std::vector<Operand>& args,
                                                int width) {
  const std::string type = Wide(element, width);
  const std::string name = "@llvm.fmuladd." + IntrinsicSuffix(element, width);
  intrinsics_.insert(type + " " + name + "(" + type + ", " + type + ", " + type + ")");
  return Define("call contract " + type + " " + name + "(" + type + " " + args[0] + ", " + type +
                " " + args[1] + ", " + type + " " + args[2] + ")");
}

LlvmIrWriter::Operand LlvmIrWriter::Literal(const Node* node) {
  if (node->kind == Kind::kIntLit) {
    if (node->type.IsBool()) return node->integer() != 0 ? "true" : "false";
    return std::to_string(node->integer());
  }
  const long double value = node->payload.real;
  const bool is_double = node->type.precision() == Precision::kDouble;
  const double rounded =
      is_double ? static_cast<double>(value) : static_cast<double>(static_cast<float>(value));
  char text[32];
  std::snprintf(text, sizeof(text), "0x%016llX",
                static_cast<unsigned long long>(std::bit_cast<uint64_t>(rounded)));
  if (node->type.precision() != Precision::kHalf) return text;
  return Define("fptrunc float " + std::string(text) + " to half");
}

LlvmIrWriter::Operand LlvmIrWriter::Variable(const Node* node) {
  const std::string name = std::string(node->name());
  const auto slot = slots_.find(name);
  if (slot == slots_.end()) return values_.at(name);
  return Define("load " + LlvmType(node->type) + ", ptr " + slot->second);
}

LlvmIrWriter::Operand LlvmIrWriter::ApplyUnary(const Node* node, const Operand& arg, int width) {
  const std::string type = Wide(node->type, width);
  if (node->unary_op() == UnaryOp::kNot) {
    const Operand zero = width == 1 ? "false" : "zeroinitializer";
    return Define("icmp eq " + type + " " + arg + ", " + zero);
  }
  if (node->unary_op() == UnaryOp::kSqrt) {
    const std::string name = "@llvm.sqrt." + IntrinsicSuffix(node->type, width);
    intrinsics_.insert(type + " " + name + "(" + type + ")");
    return Define("call " + type + " " + name + "(" + type + " " + arg + ")");
  }
  if (IsFloating(node)) return Define("fneg " + type + " " + arg);
  return Define("sub nsw " + type + (width == 1 ? " 0, " : " zeroinitializer, ") + arg);
}

LlvmIrWriter::Operand LlvmIrWriter::ApplyBinary(const Node* node, const std::vector<Operand>& args,
                                                int width) {
  const BinaryOp op = node->binary_op();
  const bool is_floating = IsFloating(node->arg(0));
  const std::string type = Wide(node->arg(0)->type, width);
  const std::string operands = " " + type + " " + args[0] + ", " + args[1];
  if (op == BinaryOp::kMin) {
    const Operand less = Define(Comparison(BinaryOp::kLt, is_floating) + operands);
    return Define("select " + Wide(Type::Bool(), width) + " " + less + ", " + type + " " + args[0] +
                  ", " + type + " " + args[1]);
  }
  if (IsComparison(op)) return Define(Comparison(op, is_floating) + operands);
  return Arithmetic(op, node->arg(0)->type, args, width);
}

LlvmIrWriter::Operand LlvmIrWriter::Arithmetic(BinaryOp op, Type element,
                                               const std::vector<Operand>& args, int width) {
  return Define(std::string(Instruction(op, element.IsReal())) + " " + Wide(element, width) + " " +
                args[0] + ", " + args[1]);
}

LlvmIrWriter::Operand LlvmIrWriter::ApplyCast(const Node* node, const Operand& arg, int width) {
  const Type from = node->arg(0)->type, to = node->type;
  if (LlvmType(from) == LlvmType(to)) return arg;
  const auto convert = [&](const char* how) {
    return Define(std::string(how) + " " + Wide(from, width) + " " + arg + " to " +
                  Wide(to, width));
  };
  if (from.IsInt() && to.IsInt()) return convert(to.bits() > from.bits() ? "sext" : "trunc");
  if (from.IsInt()) return convert("sitofp");
  return convert(SizeOf(to) > SizeOf(from) ? "fpext" : "fptrunc");
}

LlvmIrWriter::Operand LlvmIrWriter::Address(const Node* pointer, const Node* index) {
  const Operand base = Value(pointer), at = Value(index);
  return Define("getelementptr inbounds " + LlvmType(pointer->type.element()) + ", ptr " + base +
                ", " + LlvmType(index->type) + " " + at);
}

std::string LlvmIrWriter::AccessSuffix(Type type) const {
  const std::string group = access_group_.empty() ? "" : ", !llvm.access.group " + access_group_;
  return ", align " + std::to_string(SizeOf(type)) + group;
}

}  // namespace fft::codegen
