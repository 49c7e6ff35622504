#include <algorithm>
#include <cmath>
#include <optional>

#include "fft/base/status.h"
#include "fft/codegen/ast/evaluate_int.h"
#include "fft/codegen/interp/machine.h"
#include "fft/codegen/interp/rounding.h"

namespace fft::codegen {
namespace {

double ApplyReal(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd:
      return a + b;
    case BinaryOp::kSub:
      return a - b;
    case BinaryOp::kMul:
      return a * b;
    case BinaryOp::kDiv:
      return a / b;
    case BinaryOp::kMin:
      return std::min(a, b);
    default:
      FFT_CHECK(false);  // the verifier lets no other operator through
  }
}

bool CompareReal(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kLt:
      return a < b;
    case BinaryOp::kLe:
      return a <= b;
    case BinaryOp::kGt:
      return a > b;
    case BinaryOp::kGe:
      return a >= b;
    case BinaryOp::kEq:
      return a == b;
    default:
      return a != b;
  }
}

}  // namespace

const LaneValues& Machine::Evaluate(const Node* node, const Lanes& lanes, size_t depth) {
  if (node->kind == Kind::kVarRef) return EvaluateVarRef(node, lanes);
  // Operands lie at depth, depth + 1, ...; each result replaces the first operand lane by lane.
  const LaneValues* args[3] = {};
  for (size_t i = 0; i < node->args.size(); ++i) {
    if (!node->arg(i)->type.IsPointer()) args[i] = &Evaluate(node->arg(i), lanes, depth + i);
  }
  LaneValues* out = Scratch(depth, node->type);
  switch (node->kind) {
    case Kind::kIntLit:
      for (int t : lanes) out->ints[t] = node->integer();
      break;
    case Kind::kRealLit:
      std::fill(out->re.begin(), out->re.end(),
                RoundTo(node->type.precision(), static_cast<double>(node->payload.real)));
      break;
    case Kind::kUnary:
      EvaluateUnary(node, *args[0], lanes, out);
      break;
    case Kind::kBinary:
      EvaluateBinary(node, *args[0], *args[1], lanes, out);
      break;
    case Kind::kFma:
      for (int t : lanes) {
        out->re[t] = FusedMultiplyAdd(node->type.precision(), args[0]->re[t], args[1]->re[t],
                                      args[2]->re[t]);
      }
      break;
    case Kind::kSelect: {
      Sides& sides = sides_[node];
      for (int t : lanes) {
        const bool holds = args[0]->ints[t] != 0;
        (holds ? sides.holds : sides.fails) = true;
        const LaneValues& arm = holds ? *args[1] : *args[2];
        if (node->type.IsReal()) {
          out->re[t] = arm.re[t];
        } else {
          out->ints[t] = arm.ints[t];
        }
      }
      break;
    }
    case Kind::kCast:
      EvaluateCast(node, *args[0], lanes, out);
      break;
    case Kind::kLoad:
    case Kind::kCallLoad:
      EvaluateLoad(node, *args[1], lanes, out);
      break;
    case Kind::kMakeComplex:
      for (int t : lanes) {
        out->re[t] = args[0]->re[t];
        out->im[t] = args[1]->re[t];
      }
      break;
    case Kind::kRe:
      for (int t : lanes) out->re[t] = args[0]->re[t];
      break;
    case Kind::kIm:
      for (int t : lanes) out->re[t] = args[0]->im[t];
      break;
    case Kind::kBuiltin:
      for (int t : lanes) out->ints[t] = BuiltinValue(node->builtin(), t);
      break;
    default:
      FFT_CHECK(false);  // a statement
  }
  return *out;
}

const LaneValues& Machine::EvaluateVarRef(const Node* node, const Lanes& lanes) {
  const Slot& slot = slots_[SlotOf(node)];
  if (slot.assigned.empty()) return slot.values;
  for (int t : lanes) {
    if (slot.assigned[t] != 0) continue;
    findings_.Add(FindingKind::kUninitializedVariable, By(t), statement_,
                  [&] { return "variable " + std::string(node->name()) + " has no value"; });
  }
  return slot.values;
}

void Machine::EvaluateLoad(const Node* node, const LaneValues& index, const Lanes& lanes,
                           LaneValues* out) {
  const Pointee& pointee = slots_[SlotOf(node->arg(0))].pointee;
  for (int t : lanes) {
    const int64_t i = index.ints[t];
    const bool is_inside = Access(node->arg(0), i, t, /*is_write=*/false);
    if (pointee.element.IsInt()) {
      out->ints[t] = is_inside ? *pointee.Ints(i) : 0;
      continue;
    }
    const Precision precision = pointee.element.precision();
    const bool is_complex = pointee.element.IsComplex();
    std::complex<double> value;
    if (is_inside) {
      const double* parts = pointee.Reals(i);
      value = {RoundTo(precision, parts[0]), is_complex ? RoundTo(precision, parts[1]) : 0};
      if (node->kind == Kind::kCallLoad && options_.load_callback) {
        value = options_.load_callback(value, i);
      }
    }
    out->re[t] = RoundTo(precision, value.real());
    if (is_complex) out->im[t] = RoundTo(precision, value.imag());
  }
}

void Machine::EvaluateUnary(const Node* node, const LaneValues& a, const Lanes& lanes,
                            LaneValues* out) {
  for (int t : lanes) {
    if (node->unary_op() == UnaryOp::kSqrt) {
      out->re[t] = RoundTo(node->type.precision(), std::sqrt(a.re[t]));
    } else if (node->type.IsReal()) {
      out->re[t] = -a.re[t];
    } else {
      out->ints[t] = node->unary_op() == UnaryOp::kNot ? 1 - a.ints[t] : -a.ints[t];
    }
  }
}

void Machine::EvaluateBinary(const Node* node, const LaneValues& a, const LaneValues& b,
                             const Lanes& lanes, LaneValues* out) {
  const BinaryOp op = node->binary_op();
  const Type type = node->arg(0)->type;
  if (!type.IsReal()) {
    for (int t : lanes) out->ints[t] = IntResult(node, a.ints[t], b.ints[t], t);
  } else if (IsComparison(op)) {
    for (int t : lanes) out->ints[t] = CompareReal(op, a.re[t], b.re[t]);
  } else {
    for (int t : lanes) {
      out->re[t] = RoundTo(type.precision(), ApplyReal(op, a.re[t], b.re[t]));
    }
  }
}

int32_t Machine::BuiltinValue(BuiltinId id, int thread) const {
  switch (id) {
    case BuiltinId::kThreadIndex:
      return thread;
    case BuiltinId::kBlockIndex:
      return block_;
    case BuiltinId::kBlockCount:
      return block_count_;
  }
  FFT_CHECK(false);
}

int64_t Machine::IntResult(const Node* node, int64_t a, int64_t b, int thread) {
  const int bits = node->arg(0)->type.bits();
  const std::optional<int64_t> result = EvaluateInt(node->binary_op(), a, b, bits);
  if (result && FitsBits(*result, bits)) return *result;
  findings_.Add(FindingKind::kArithmetic, By(thread), statement_, [&] {
    return std::to_string(a) + " " + std::string(Spelling(node->binary_op())) + " " +
           std::to_string(b) + (result ? " overflows" : " is not defined");
  });
  return 0;
}

void Machine::EvaluateCast(const Node* node, const LaneValues& a, const Lanes& lanes,
                           LaneValues* out) {
  const Type from = node->arg(0)->type, to = node->type;
  for (int t : lanes) {
    if (to.IsInt()) {
      const bool fits = FitsBits(a.ints[t], to.bits());
      out->ints[t] = fits ? a.ints[t] : 0;
      if (fits) continue;
      findings_.Add(FindingKind::kArithmetic, By(t), statement_,
                    [&] { return "the value does not fit " + ToString(to); });
    } else {
      const double value = from.IsInt() ? static_cast<double>(a.ints[t]) : a.re[t];
      out->re[t] = RoundTo(to.precision(), value);
      if (to.IsComplex()) out->im[t] = RoundTo(to.precision(), a.im[t]);
    }
  }
}

}  // namespace fft::codegen
