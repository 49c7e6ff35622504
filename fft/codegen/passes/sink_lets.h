// Moves arithmetic down to where it is needed.
#ifndef FFT_CODEGEN_PASSES_SINK_LETS_H_
#define FFT_CODEGEN_PASSES_SINK_LETS_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// For a compiler that keeps the order of what it reads where registers are few. Lets that read no
// memory
//   move into the If that holds all their uses, past barriers, where it stores more to shared
//   memory than a thread's registers hold together with the rotations: then barriers and the branch
//   do not wait for them. With registers enough, what stands ahead hides the time that tables'
//   loads take; wait for the first use, where they are rotations, the products of two loaded
//   numbers, or follow from those: so loads of rotations stand together, and stores between the
//   multiplications.
// Loads, stores and barriers keep their order. Never fails.
absl::StatusOr<Kernel> SinkLets(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_SINK_LETS_H_
