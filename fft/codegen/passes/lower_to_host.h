// A workgroup kernel as loops over its threads.
#ifndef FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_
#define FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_

#include <absl/status/statusor.h>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Splits the body at its top-level barriers into regions and wraps each region in loops over the
// threads whose innermost one has LoopHint::kLanes:
//   a value that is a pure function of indices, parameters and literals is computed again in each
//   region that uses it; one that does not depend on the thread stands before the loops;
//   another value or variable that lives across a barrier becomes an array with one element a
//   thread; where a region uses t / s and t % s with constants s, its loop over t becomes nested
//   loops, outer quotient and inner remainder, so that addresses are affine in the lane; a region
//   whose whole body is under one guard `t < K` loops to K only; complex pointers become real ones
//   (elements 2 i and 2 i + 1), complex shared arrays a real array each for real and imaginary
//   parts.
// The kernel takes the same arguments. Barriers inside uniform loops and conditions are split
// likewise.
absl::StatusOr<Kernel> LowerToHost(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_
