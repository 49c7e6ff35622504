// Replaces a name that only stands for another name by that other name.
#ifndef FFT_CODEGEN_PASSES_PROPAGATE_COPIES_H_
#define FFT_CODEGEN_PASSES_PROPAGATE_COPIES_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// If a Let only gives another name to something that is never reassigned, the uses of that name
// take the original. The kernel's names are unique, as the builder makes them. Never fails.
absl::StatusOr<Kernel> PropagateCopies(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_PROPAGATE_COPIES_H_
