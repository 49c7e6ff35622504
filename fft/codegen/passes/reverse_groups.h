// Reverses the order of workgroups: the first becomes the last.
#ifndef FFT_CODEGEN_PASSES_REVERSE_GROUPS_H_
#define FFT_CODEGEN_PASSES_REVERSE_GROUPS_H_

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Workgroup b of n does what workgroup n - 1 - b did. The pass serves kernels of GPUs, whose
// workgroups start in the order of their numbers.
Kernel ReverseGroups(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_REVERSE_GROUPS_H_
