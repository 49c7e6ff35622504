// Compares an output with a reference of higher precision.
#ifndef INSPECTOR_SERVER_RUNS_RUN_CHECK_H_
#define INSPECTOR_SERVER_RUNS_RUN_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/base/bfloat16.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/exec/pipeline.h"
#include "fft/tree/plan_node.h"

namespace fft::inspector {

// The layout of the problem's input or output in memory.
struct Side {
  Layout layout;
  ArrayDescription array;
  Precision precision = Precision::kSingle;  // of the numbers in the array
  int64_t array_bytes = 0;                   // of one array, from element 0 to the last used one

  int arrays() const { return IsPlanar(array.format) ? 2 : 1; }
};

Side InSide(const Problem& problem);
Side OutSide(const Problem& problem);

// The type of stored halves. Arithmetic uses wider types.
#if defined(__clang__) && __clang_major__ < 15
using Half = __fp16;  // clang 14, which builds the fuzzers, has only this type on x86
#else
using Half = _Float16;
#endif

// Calls `visit` with a number of the type in which memory holds this precision.
template <typename Visit>
auto WithStorage(Precision precision, const Visit& visit) {
  switch (precision) {
    case Precision::kHalf:
      return visit(Half());
    case Precision::kBfloat16:
      return visit(Bfloat16());
    case Precision::kSingle:
      return visit(float());
    case Precision::kDouble:
      break;
  }
  return visit(double());
}

// Host copies of the arrays of the input or output: one for interleaved formats, two for planar
// ones.
using Arrays = std::vector<std::vector<char>>;

// What a run read and wrote.
struct RunArrays {
  Arrays in;
  Arrays out;
  std::vector<double> window;  // the factors of the input's window; empty if there is none
};

// Relative errors against a reference of higher precision, and their limits C u sqrt(log2 N). N is
// the number of points, and u is UnitRoundoff (fft/core/unit_roundoff.h). C is 1.5 if every axis is
// one plain kernel, otherwise 3; both are doubled if the output holds squares. For example, l2
// = 1.2e-7 is within gate_l2 = 4.5e-7.
struct ErrorFigures {
  double l2 = 0;
  double linf = 0;
  double gate_l2 = 0;
  double gate_linf = 0;
  double constant = 0;
  int64_t batches_checked = 0;
  std::string reference;  // the type in which the reference is computed
  bool passed() const { return l2 <= gate_l2 && linf <= gate_linf; }
};

// Bytes of host memory that the reference of CheckOutput needs.
int64_t ReferenceBytes(const Problem& problem);

// Turns random values into a valid input. Half spectra for an inverse real transform become spectra
// of real data.
void MakeValidInput(const Problem& problem, Arrays* arrays);

// Compares the output of a problem with the reference. The reference of half and single precision
// is computed in double.
ErrorFigures CheckOutput(const PlanDescription& plan, const RunArrays& arrays);

// The constant C of the limits in ErrorFigures.
double GateConstant(const PlanNode& tree);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_RUN_CHECK_H_
