// Moves arithmetic down to where it is needed.
#ifndef FFT_CODEGEN_PASSES_SINK_LETS_H_
#define FFT_CODEGEN_PASSES_SINK_LETS_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The pass serves compilers that keep the order of the source where registers are few.
//
// A Let that reads no memory moves into the If that holds all its uses, past barriers. It moves
// only if the values that the If stores to shared memory do not fit a thread's registers together
// with the rotations. Barriers and the branch then do not wait for the Let. If registers suffice,
// the Let stays ahead and hides the time that loads of tables take.
//
// A Let moves to its first use if it is a rotation (the product of two loaded numbers) or is
// computed from rotations. So loads of rotations stand together, and stores stand between the
// multiplications.
//
// Loads, stores and barriers keep their order. Never fails.
absl::StatusOr<Kernel> SinkLets(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_SINK_LETS_H_
