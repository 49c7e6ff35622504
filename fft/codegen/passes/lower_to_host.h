// A workgroup kernel as loops over its threads.
#ifndef FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_
#define FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Splits the body at its barriers, also inside uniform loops and conditions, into regions and wraps
// each region in loops over the threads, the innermost one with LoopHint::kLanes:
// - a value that is a pure function of indices, parameters and literals is computed again in each
//   region that uses it; such a value that does not depend on the thread stands before the loops;
// - any other value or variable that lives across a barrier becomes an array, one element a thread;
// - where a region uses t / s and t % s with constants s, its loop over t becomes nested loops over
//   the quotient and the remainder, so that addresses are affine in the lane;
// - a region that is all under one condition runs its loops only where the condition holds: `t < K`
//   ends a loop at K, conditions that do not depend on the lane stand outside of its loop.
// The kernel has no complex values (split_complex.h) and takes the same arguments afterwards. A
// bool that is loaded from memory and lives across a barrier is refused.
absl::StatusOr<Kernel> LowerToHost(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_LOWER_TO_HOST_H_
