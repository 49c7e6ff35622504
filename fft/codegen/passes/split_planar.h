// Interleaved complex arrays -> planar ones.
#ifndef FFT_CODEGEN_PASSES_SPLIT_PLANAR_H_
#define FFT_CODEGEN_PASSES_SPLIT_PLANAR_H_

#include <string>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The imaginary parts' parameter for the complex pointer parameter `name`.
std::string ImaginaryName(const std::string& name);  // "in" -> "in_imag"

// Replaces the pointer parameter `name` to complex elements by two pointers to reals: one under the
// same name with the real parts and, next to it, ImaginaryName(name) with the imaginary parts.
// Every load becomes two loads, every store two stores. A kernel without such a parameter is
// unchanged.
Kernel SplitPlanar(const Kernel& kernel, const std::string& name);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_SPLIT_PLANAR_H_
