// Rounding of doubles to the precisions of the AST.
#ifndef FFT_CODEGEN_INTERP_ROUNDING_H_
#define FFT_CODEGEN_INTERP_ROUNDING_H_

#include "fft/core/problem.h"

namespace fft::codegen {

// The nearest number of the precision, ties to even, as a double.
double RoundTo(Precision precision, double value);

// a * b + c with one rounding to the precision (single or double).
double FusedMultiplyAdd(Precision precision, double a, double b, double c);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_ROUNDING_H_
