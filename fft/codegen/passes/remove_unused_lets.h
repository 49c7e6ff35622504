// Drops Lets and variables that nothing reads, or that only dropped Lets read.
#ifndef FFT_CODEGEN_PASSES_REMOVE_UNUSED_LETS_H_
#define FFT_CODEGEN_PASSES_REMOVE_UNUSED_LETS_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The kernel without Lets and variables that no effect needs. Never fails.
absl::StatusOr<Kernel> RemoveUnusedLets(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_REMOVE_UNUSED_LETS_H_
