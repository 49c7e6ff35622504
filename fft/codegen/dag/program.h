// A DAG as a straight-line program: scheduled, with fused multiply-adds.
#ifndef FFT_CODEGEN_DAG_PROGRAM_H_
#define FFT_CODEGEN_DAG_PROGRAM_H_

#include <vector>

#include "fft/codegen/dag/graph.h"

namespace fft::codegen {

// An operand: value `index` (inputs first, then results in order), possibly negated.
struct ProgramValue {
  int index = -1;
  bool negated = false;
};

enum class ProgramOp : uint8_t {
  kAdd,  // a + b
  kSub,  // a - b
  kMul,  // constant * a
  kFma,  // constant * a + b, one rounding; only b may be negated
  kNeg,  // -a
};

struct Instruction {
  ProgramOp op = ProgramOp::kAdd;
  ProgramValue a, b = {};
  long double constant = 0;
};

struct Program {
  int inputs = 0;
  std::vector<Instruction> code;  // instruction i defines value inputs + i
  std::vector<int> outputs;       // value indices
};

enum class Fusion : uint8_t { kNone, kFma };

// The instructions that `outputs` need, in the order in which their nodes were made. BuildDft
// finishes one small transform before the next, so this order keeps few values alive. With kFma a
// product is fused with the additions that use it, if nothing else uses it.
Program BuildProgram(const Graph& graph, int inputs, const std::vector<DagId>& outputs,
                     Fusion fusion);

// The value of every output; the reference for tests.
std::vector<long double> Evaluate(const Program& program, const std::vector<long double>& inputs);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_PROGRAM_H_
