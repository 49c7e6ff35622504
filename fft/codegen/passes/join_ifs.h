// Joins neighbouring Ifs of the same condition into one.
#ifndef FFT_CODEGEN_PASSES_JOIN_IFS_H_
#define FFT_CODEGEN_PASSES_JOIN_IFS_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The Lets between two Ifs that are joined move ahead of both. A compiler then sees one block of
// straight-line code, whose loads it may start together. Never fails.
absl::StatusOr<Kernel> JoinIfs(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_JOIN_IFS_H_
