#include "fft/codegen/dag/graph.h"

#include <utility>

namespace fft::codegen {

DagId Graph::Make(const DagNode& node) {
  const auto [it, is_new] =
      known_.try_emplace({node.op, node.a, node.b, node.value, node.input}, size());
  if (is_new) nodes_.push_back(node);
  return it->second;
}

DagId Graph::Const(long double value) {
  return Make({.op = DagOp::kConst, .value = value == 0 ? 0.0L : value});
}

DagId Graph::Input(int index) { return Make({.op = DagOp::kInput, .input = index}); }

DagId Graph::Neg(DagId a) {
  if (IsNeg(a)) return node(a).a;
  if (IsConst(a)) return Const(-node(a).value);
  return Make({.op = DagOp::kNeg, .a = a});
}

DagId Graph::Add(DagId a, DagId b) {
  if (IsConst(a) && IsConst(b)) return Const(node(a).value + node(b).value);
  if (IsConst(a) && node(a).value == 0) return b;
  if (IsConst(b) && node(b).value == 0) return a;
  if (IsNeg(a) && IsNeg(b)) return Neg(Add(node(a).a, node(b).a));
  if (IsNeg(a)) return Sub(b, node(a).a);
  if (IsNeg(b)) return Sub(a, node(b).a);
  if (a > b) std::swap(a, b);
  return Make({.op = DagOp::kAdd, .a = a, .b = b});
}

DagId Graph::Sub(DagId a, DagId b) {
  if (a == b) return Const(0);
  if (IsConst(a) && IsConst(b)) return Const(node(a).value - node(b).value);
  if (IsConst(a) && node(a).value == 0) return Neg(b);
  if (IsConst(b) && node(b).value == 0) return a;
  if (IsNeg(a) && IsNeg(b)) return Sub(node(b).a, node(a).a);
  if (IsNeg(a)) return Neg(Add(node(a).a, b));
  if (IsNeg(b)) return Add(a, node(b).a);
  if (a > b) return Neg(Sub(b, a));
  return Make({.op = DagOp::kSub, .a = a, .b = b});
}

DagId Graph::Mul(long double constant, DagId a) {
  if (IsConst(a)) return Const(constant * node(a).value);
  if (constant == 0) return Const(0);
  if (constant == 1) return a;
  if (constant < 0) return Neg(Mul(-constant, a));
  if (IsNeg(a)) return Neg(Mul(constant, node(a).a));
  return Make({.op = DagOp::kMul, .a = Const(constant), .b = a});
}

}  // namespace fft::codegen
