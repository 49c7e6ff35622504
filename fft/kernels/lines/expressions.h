// The names of fft/codegen with which generators write kernels: expressions, and functions that
// build them.
#ifndef FFT_KERNELS_LINES_EXPRESSIONS_H_
#define FFT_KERNELS_LINES_EXPRESSIONS_H_

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/type.h"
#include "fft/codegen/dag/butterfly.h"

namespace fft::kernels {

using codegen::Builder;
using codegen::ComplexEx;
using codegen::Ex;
using codegen::Type;

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_EXPRESSIONS_H_
