// Single-precision arrays -> storage in half precision or bfloat16.
#ifndef FFT_CODEGEN_PASSES_STORE_NARROW_H_
#define FFT_CODEGEN_PASSES_STORE_NARROW_H_

#include <string>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Stores the elements of the global pointer parameter `name`, single-precision reals or complex
// numbers, in `precision`, half or bfloat16. Values are widened after each load and rounded before
// each store; arithmetic stays in single precision. A kernel without such a parameter is unchanged.
Kernel StoreNarrow(const Kernel& kernel, const std::string& name, Precision precision);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_STORE_NARROW_H_
