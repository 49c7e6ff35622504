// Complex values as pairs of reals.
#ifndef FFT_CODEGEN_PASSES_SPLIT_COMPLEX_H_
#define FFT_CODEGEN_PASSES_SPLIT_COMPLEX_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Afterwards no expression is complex:
//   a pointer parameter to complex points to reals, element i being reals 2 i and 2 i + 1;
//   a complex shared array is two real ones, name_re and name_im;
//   a complex variable x is two real ones, x_re and x_im.
// The kernel takes the same arguments. Never fails on a verified kernel.
absl::StatusOr<Kernel> SplitComplex(const Kernel& kernel);

// Does the same as SplitComplex if a workgroup's threads fill more than half a vector. Otherwise
// shared arrays are split like parameters: element i is reals 2 i and 2 i + 1. The emitter of
// vectors then moves both parts of complex numbers side by side (fft/codegen/emit/llvm_pairs.h).
absl::StatusOr<Kernel> SplitComplexForVectors(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_SPLIT_COMPLEX_H_
