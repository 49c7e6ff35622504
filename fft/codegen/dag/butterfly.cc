#include "fft/codegen/dag/butterfly.h"

#include "fft/base/status.h"
#include "fft/codegen/dag/dft.h"
#include "fft/codegen/dag/program.h"

namespace fft::codegen {
namespace {

// The number of additions and products of each radix's butterfly, as CountOps counts them. They
// stand in a table because building a butterfly takes up to ten milliseconds.
constexpr int kFlops[kMaxButterflyRadix + 1] = {
    0,   0,    4,    16,   16,   44,   44,   96,   56,   120,  108,  240,  112, 336,
    220, 212,  168,  576,  276,  720,  256,  400,  524,  1056, 296,  536,  724, 600,
    496, 1680, 484,  1920, 464,  896,  1220, 788,  624,  2736, 1516, 1216, 632, 3360,
    884, 3696, 1136, 996,  2204, 4416, 760,  1560, 1172, 2000, 1552, 5616};

// The program of a butterfly with the forward sign. Its inputs and outputs have the order re 0, im
// 0, re 1, im 1, ...
Program ForwardButterfly(int radix, Fusion fusion) {
  FFT_CHECK(radix >= 1 && radix <= kMaxButterflyRadix);
  Graph graph;
  std::vector<DagComplex> x;
  for (int j = 0; j < radix; ++j) x.push_back({graph.Input(2 * j), graph.Input(2 * j + 1)});
  std::vector<DagId> outputs;
  for (const DagComplex& value : BuildDft(&graph, x)) {
    outputs.push_back(value.re);
    outputs.push_back(value.im);
  }
  return BuildProgram(graph, 2 * radix, outputs, fusion);
}

Ex Compute(Builder& b, const Instruction& i, const std::vector<Ex>& values) {
  const Ex x = values[i.a.index];
  const auto literal = [&] { return RealLit(b.arena(), x.type(), i.constant); };
  switch (i.op) {
    case ProgramOp::kAdd:
      return x + values[i.b.index];
    case ProgramOp::kSub:
      return x - values[i.b.index];
    case ProgramOp::kMul:
      return x * literal();
    case ProgramOp::kFma: {
      const Ex addend = values[i.b.index];
      return Fma(x, literal(), i.b.negated ? -addend : addend);
    }
    case ProgramOp::kNeg:
      return -x;
  }
  FFT_CHECK(false);
}

}  // namespace

std::vector<ComplexEx> EmitButterfly(Builder& b, ExponentSign sign,
                                     const std::vector<ComplexEx>& in) {
  const int radix = static_cast<int>(in.size());
  const Program program = ForwardButterfly(radix, Fusion::kFma);
  // Swapping real and imaginary parts of input and output turns one sign into the other.
  const bool swap = sign == ExponentSign::kPlus;
  std::vector<Ex> values;
  for (const ComplexEx& x : in) {
    values.push_back(swap ? x.im : x.re);
    values.push_back(swap ? x.re : x.im);
  }
  for (const Instruction& instruction : program.code) {
    values.push_back(b.Let("v", Compute(b, instruction, values)));
  }
  std::vector<ComplexEx> result;
  for (int k = 0; k < radix; ++k) {
    const Ex first = values[program.outputs[2 * k]];
    const Ex second = values[program.outputs[2 * k + 1]];
    result.push_back(swap ? ComplexEx{second, first} : ComplexEx{first, second});
  }
  return result;
}

OpCounts CountOps(int radix) {
  OpCounts counts;
  for (const Instruction& i : ForwardButterfly(radix, Fusion::kNone).code) {
    if (i.op == ProgramOp::kAdd || i.op == ProgramOp::kSub) ++counts.adds;
    if (i.op == ProgramOp::kMul) ++counts.muls;
    if (i.op == ProgramOp::kNeg) ++counts.negs;
  }
  for (const Instruction& i : ForwardButterfly(radix, Fusion::kFma).code) {
    if (i.op == ProgramOp::kAdd || i.op == ProgramOp::kSub) ++counts.fused_adds;
    if (i.op == ProgramOp::kMul) ++counts.fused_muls;
    if (i.op == ProgramOp::kNeg) ++counts.fused_negs;
    if (i.op == ProgramOp::kFma) ++counts.fused_fmas;
  }
  return counts;
}

int CountFlops(int radix) {
  FFT_CHECK(radix >= 1 && radix <= kMaxButterflyRadix);
  return kFlops[radix];
}

ComplexEx MultiplyComplex(Builder& b, const ComplexEx& a, const ComplexEx& factor) {
  const Ex re = b.Let("p", a.im * factor.im);
  const Ex im = b.Let("p", a.im * factor.re);
  return {b.Let("p", Fma(a.re, factor.re, -re)), b.Let("p", Fma(a.re, factor.im, im))};
}

ComplexEx MultiplyConjugate(Builder& b, const ComplexEx& a, const ComplexEx& factor) {
  const Ex re = b.Let("p", a.im * factor.im);
  const Ex im = b.Let("p", a.im * factor.re);
  return {b.Let("p", Fma(a.re, factor.re, re)), b.Let("p", Fma(-a.re, factor.im, im))};
}

}  // namespace fft::codegen
