// The dialect that a kernel is written in for the compiler at hand.

#ifndef FFT_EXEC_SOURCE_DIALECT_H_
#define FFT_EXEC_SOURCE_DIALECT_H_

#include "fft/core/target.h"
#include "fft/rtc/compiler.h"

namespace fft {

// The dialect of kernels for a target and a compiler. It is decided here alone, so that kernels
// shipped in a cache are those that the library itself would compile. The function may open a
// library (rtc::Compiler::TakesIr).
inline Dialect SourceDialect(const Target& target, rtc::Compiler& compiler) {
  return compiler.TakesIr() ? IrDialect(target.dialect) : target.dialect;
}

}  // namespace fft

#endif  // FFT_EXEC_SOURCE_DIALECT_H_
