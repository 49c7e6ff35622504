// Turns asynchronous copies into copies that are done at once.
#ifndef FFT_CODEGEN_PASSES_COPY_AT_ONCE_H_
#define FFT_CODEGEN_PASSES_COPY_AT_ONCE_H_

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Every CopyAsync becomes a Store of a Load, which other passes can rewrite; waits for copies
// vanish.
Kernel CopyAtOnce(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_COPY_AT_ONCE_H_
