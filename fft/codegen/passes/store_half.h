// Single-precision arrays -> half-precision storage.
#ifndef FFT_CODEGEN_PASSES_STORE_HALF_H_
#define FFT_CODEGEN_PASSES_STORE_HALF_H_

#include <string>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Makes the elements of the global pointer parameter `name`, single-precision reals or complex
// numbers, half-precision ones: values are widened after each load and rounded before each store;
// arithmetic stays in single precision. A kernel without such a parameter is unchanged.
Kernel StoreHalf(const Kernel& kernel, const std::string& name);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_STORE_HALF_H_
