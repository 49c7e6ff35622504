// Expressions in PTX; see ptx_writer.h.
#include <bit>
#include <cstdio>
#include <string>
#include <utility>

#include "fft/base/status.h"
#include "fft/codegen/emit/ptx_writer.h"

namespace fft::codegen {
namespace {

// "0f3F800000", "0d3FF0000000000000".
PtxOperand RealImmediate(Precision precision, long double value) {
  char text[24];
  if (precision == Precision::kDouble) {
    std::snprintf(
        text, sizeof(text), "0d%016llX",
        static_cast<unsigned long long>(std::bit_cast<uint64_t>(static_cast<double>(value))));
  } else {
    std::snprintf(text, sizeof(text), "0f%08X",
                  static_cast<unsigned>(std::bit_cast<uint32_t>(static_cast<float>(value))));
  }
  return text;
}

// PTX's suffix of a real that is computed with.
std::string RealSuffix(Type type) { return SpellingOf(PtxClassOf(type)).type; }

const char* RealOperation(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return "add";
    case BinaryOp::kSub:
      return "sub";
    case BinaryOp::kMul:
      return "mul";
    case BinaryOp::kDiv:
      return "div.rn";
    case BinaryOp::kMin:
      return "min";
    default:
      FFT_CHECK(false);  // reals have no other operators
  }
}

const char* ComparisonName(BinaryOp op, bool is_real) {
  switch (op) {
    case BinaryOp::kLt:
      return "lt";
    case BinaryOp::kLe:
      return "le";
    case BinaryOp::kGt:
      return "gt";
    case BinaryOp::kGe:
      return "ge";
    case BinaryOp::kEq:
      return "eq";
    default:
      return is_real ? "neu" : "ne";
  }
}

}  // namespace

PtxOperand PtxWriter::ScalarOf(Type type, const Value& value) {
  return type.IsInt() ? integers_.Materialize(value.integer) : value.re;
}

PtxOperand PtxWriter::Scalar(const Node* node) { return ScalarOf(node->type, Evaluate(node)); }

PtxOperand PtxWriter::Predicate(const Value& value) {
  if (!value.re.empty()) return value.re;
  return text_.Define(PtxClass::kPredicate, "setp.ne.s32",
                      {std::to_string(value.integer.offset), "0"});
}

PtxWriter::Value PtxWriter::Evaluate(const Node* node) {
  switch (node->kind) {
    case Kind::kIntLit:
    case Kind::kRealLit:
      return EvaluateLiteral(node);
    case Kind::kVarRef:
      return EvaluateVariable(node);
    case Kind::kUnary:
      return EvaluateUnary(node);
    case Kind::kBinary:
      return EvaluateBinary(node);
    case Kind::kFma:
      return {{},
              text_.Define(PtxClassOf(node->type), "fma.rn" + RealSuffix(node->type),
                           {Scalar(node->arg(0)), Scalar(node->arg(1)), Scalar(node->arg(2))}),
              ""};
    case Kind::kSelect:
      return EvaluateSelect(node);
    case Kind::kCast:
      return EvaluateCast(node);
    case Kind::kLoad:
      return EvaluateLoad(node);
    case Kind::kMakeComplex:
      return {{}, Scalar(node->arg(0)), Scalar(node->arg(1))};
    case Kind::kRe:
      return {{}, Evaluate(node->arg(0)).re, ""};
    case Kind::kIm:
      return {{}, Evaluate(node->arg(0)).im, ""};
    case Kind::kBuiltin:
      return {Builtin(node->builtin()), "", ""};
    default:
      FFT_CHECK(false);  // callbacks do not reach this dialect, statements are no expressions
  }
}

PtxWriter::Value PtxWriter::EvaluateLiteral(const Node* node) {
  if (node->kind == Kind::kIntLit) {
    return {{"", node->integer(), node->type.IsBool() ? 32 : node->type.bits()}, "", ""};
  }
  if (!IsStorage(node->type.precision())) {
    return {{}, RealImmediate(node->type.precision(), node->payload.real), ""};
  }
  const PtxOperand single = RealImmediate(Precision::kSingle, node->payload.real);
  return {{}, Convert(Type::Real(Precision::kSingle), node->type, single), ""};
}

PtxInt PtxWriter::Builtin(BuiltinId id) {
  const auto read = [this](const char* name, int64_t max) {
    const PtxOperand value = text_.Define(PtxClass::kInt32, "mov.u32", {name});
    integers_.Know(value, max);
    return PtxInt{value, 0, 32};
  };
  switch (id) {
    case BuiltinId::kThreadIndex:
      return read("%tid.x", kernel_.workgroup_size - 1);
    case BuiltinId::kBlockIndex:
      return read("%ctaid.x", INT32_MAX);
    case BuiltinId::kBlockCount:
      return read("%nctaid.x", INT32_MAX);
  }
  FFT_CHECK(false);
}

// A mutable variable is copied to new registers, since a later assignment must not change the value
// that was read.
PtxWriter::Value PtxWriter::EvaluateVariable(const Node* node) {
  const auto found = variables_.find(node->name());
  if (found == variables_.end()) return values_.at(node->name());
  const Variable& variable = found->second;
  const auto copy = [&](const PtxOperand& from) {
    const PtxClass c = PtxClassOf(variable.type.IsComplex() ? variable.type.part() : variable.type);
    const PtxOperand to = text_.NewRegister(c);
    text_.Line(std::string("mov") + SpellingOf(c).type + " " + to + ", " + from);
    return to;
  };
  if (variable.type.IsInt()) return {{copy(variable.re), 0, variable.type.bits()}, "", ""};
  if (!variable.type.IsComplex()) return {{}, copy(variable.re), ""};
  const PtxOperand re = copy(variable.re);
  return {{}, re, copy(variable.im)};
}

PtxWriter::Value PtxWriter::EvaluateUnary(const Node* node) {
  const Value value = Evaluate(node->arg(0));
  if (node->unary_op() == UnaryOp::kNot) {
    if (value.re.empty()) return {{"", value.integer.offset == 0, 32}, "", ""};
    return {{}, text_.Define(PtxClass::kPredicate, "not.pred", {value.re}), ""};
  }
  if (node->type.IsInt()) return {integers_.Negate(value.integer), "", ""};
  const std::string operation = node->unary_op() == UnaryOp::kSqrt ? "sqrt.rn" : "neg";
  return {
      {}, text_.Define(PtxClassOf(node->type), operation + RealSuffix(node->type), {value.re}), ""};
}

PtxWriter::Value PtxWriter::EvaluateBinary(const Node* node) {
  const BinaryOp op = node->binary_op();
  if (op == BinaryOp::kLAnd || op == BinaryOp::kLOr) return EvaluateLogic(node);
  if (IsComparison(op)) return EvaluateComparison(node);
  if (node->type.IsInt()) {
    const PtxInt a = Integer(node->arg(0));
    return {integers_.Binary(op, a, Integer(node->arg(1))), "", ""};
  }
  PtxOperand a = Scalar(node->arg(0)), b = Scalar(node->arg(1));
  const bool commutes = op == BinaryOp::kAdd || op == BinaryOp::kMul;
  if (commutes && b < a) std::swap(a, b);
  return {{},
          text_.Define(PtxClassOf(node->type), RealOperation(op) + RealSuffix(node->type), {a, b}),
          ""};
}

PtxWriter::Value PtxWriter::EvaluateLogic(const Node* node) {
  const bool is_and = node->binary_op() == BinaryOp::kLAnd;
  const Value a = Evaluate(node->arg(0)), b = Evaluate(node->arg(1));
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    if (!one->re.empty()) continue;
    const bool decides = (one->integer.offset == 0) == is_and;
    return decides ? *one : *other;
  }
  return {
      {}, text_.Define(PtxClass::kPredicate, is_and ? "and.pred" : "or.pred", {a.re, b.re}), ""};
}

PtxWriter::Value PtxWriter::EvaluateComparison(const Node* node) {
  const BinaryOp op = node->binary_op();
  const Type type = node->arg(0)->type;
  const bool is_real = type.IsReal();
  const std::string suffix = is_real ? RealSuffix(type) : ".s" + std::to_string(type.bits());
  const Value a = Evaluate(node->arg(0)), b = Evaluate(node->arg(1));
  if (!is_real && a.integer.IsConstant() && b.integer.IsConstant()) {
    return {integers_.Binary(op, a.integer, b.integer), "", ""};
  }
  const PtxOperand left = ScalarOf(type, a);
  return {{},
          text_.Define(PtxClass::kPredicate,
                       std::string("setp.") + ComparisonName(op, is_real) + suffix,
                       {left, ScalarOf(type, b)}),
          ""};
}

PtxWriter::Value PtxWriter::EvaluateSelect(const Node* node) {
  const Value condition = Evaluate(node->arg(0));
  const Value a = Evaluate(node->arg(1)), b = Evaluate(node->arg(2));
  if (condition.re.empty()) return condition.integer.offset != 0 ? a : b;
  const Type type = node->type;
  if (type.IsInt()) {
    const PtxOperand first = integers_.Materialize(a.integer);
    const std::string bits = std::to_string(type.bits());
    return {{text_.Define(PtxClassOf(type), "selp.b" + bits,
                          {first, integers_.Materialize(b.integer), condition.re}),
             0, type.bits()},
            "",
            ""};
  }
  const PtxClass c = PtxClassOf(type.IsComplex() ? type.part() : type);
  const auto choose = [&](const PtxOperand& x, const PtxOperand& y) {
    return text_.Define(c, std::string("selp") + SpellingOf(c).type, {x, y, condition.re});
  };
  if (!type.IsComplex()) return {{}, choose(a.re, b.re), ""};
  const PtxOperand re = choose(a.re, b.re);
  return {{}, re, choose(a.im, b.im)};
}

PtxOperand PtxWriter::Convert(Type from, Type to, const PtxOperand& value) {
  if (from == to) return value;
  if (from.IsReal() && from.precision() == Precision::kBfloat16) {
    const PtxOperand bits = text_.Define(PtxClass::kInt32, "cvt.u32.u16", {value});
    const PtxOperand upper = text_.Define(PtxClass::kInt32, "shl.b32", {bits, "16"});
    const PtxOperand wide = text_.Define(PtxClass::kSingle, "mov.b32", {upper});
    return Convert(Type::Real(Precision::kSingle), to, wide);
  }
  if (to.IsReal() && to.precision() == Precision::kBfloat16) {
    const Type single = Type::Real(Precision::kSingle);
    return text_.Define(PtxClass::kHalf, "cvt.rn.bf16.f32", {Convert(from, single, value)});
  }
  const auto suffix = [](Type type) {
    if (type.IsInt()) return ".s" + std::to_string(type.bits());
    return type.precision() == Precision::kHalf ? std::string(".f16") : RealSuffix(type);
  };
  const bool rounds = from.IsInt() || SizeOf(to) < SizeOf(from);
  return text_.Define(PtxClassOf(to),
                      std::string(rounds ? "cvt.rn" : "cvt") + suffix(to) + suffix(from), {value});
}

PtxWriter::Value PtxWriter::EvaluateCast(const Node* node) {
  const Type from = node->arg(0)->type, to = node->type;
  const Value value = Evaluate(node->arg(0));
  if (to.IsInt()) return {integers_.Convert(value.integer, to.bits()), "", ""};
  if (from.IsInt()) return {{}, Convert(from, to, integers_.InRegister(value.integer)), ""};
  if (!from.IsComplex()) return {{}, Convert(from, to, value.re), ""};
  const PtxOperand re = Convert(from.part(), to.part(), value.re);
  return {{}, re, Convert(from.part(), to.part(), value.im)};
}

PtxWriter::Value PtxWriter::EvaluateLoad(const Node* node) {
  const Type type = node->type;
  const Address address = AddressOf(node->arg(0), node->arg(1));
  const bool is_constant = read_only_.contains(node->arg(0)->name());
  const std::string op = "ld." + address.space + (is_constant ? ".nc" : "") + PtxAccessType(type);
  const PtxClass c = PtxClassOf(type.IsComplex() ? type.part() : type);
  if (!type.IsComplex()) {
    PtxOperand loaded;
    if (is_constant) {
      loaded = text_.DefineHere(c, op, {address.text});
    } else {
      loaded = text_.NewRegister(c);
      text_.Line(op + " " + loaded + ", " + address.text);
    }
    if (type.IsInt()) return {{loaded, 0, type.bits()}, "", ""};
    return {{}, loaded, ""};
  }
  PtxText::Pair pair{"", "", true};
  if (is_constant) {
    pair = text_.DefinePair(c, op + address.text);
  } else {
    pair.first = text_.NewRegister(c);
    pair.second = text_.NewRegister(c);
  }
  if (pair.is_new) {
    text_.Line(op + " {" + pair.first + ", " + pair.second + "}, " + address.text);
  }
  return {{}, pair.first, pair.second};
}

}  // namespace fft::codegen
