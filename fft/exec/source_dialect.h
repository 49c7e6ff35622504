// The dialect in which kernels are written for a compiler.

#ifndef FFT_EXEC_SOURCE_DIALECT_H_
#define FFT_EXEC_SOURCE_DIALECT_H_

#include "fft/core/target.h"
#include "fft/rtc/compiler.h"

namespace fft {

// Returns the dialect of kernels for a target and a compiler. Only this function decides it. So the
// kernels that are shipped in a cache have the same dialect as kernels that the library compiles.
// The function may open a library (rtc::Compiler::TakesIr).
inline Dialect SourceDialect(const Target& target, rtc::Compiler& compiler) {
  return compiler.TakesIr() ? IrDialect(target.dialect) : target.dialect;
}

}  // namespace fft

#endif  // FFT_EXEC_SOURCE_DIALECT_H_
