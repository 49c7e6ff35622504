// Checks the rules that every AST obeys between AST passes.
#ifndef FFT_CODEGEN_AST_VERIFY_H_
#define FFT_CODEGEN_AST_VERIFY_H_

#include <cstdint>

#include "absl/status/status.h"
#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The rules that Verify checks.
enum class VerifyScope : uint8_t {
  kAll,
  kAllButBarriers,  // for callers that find divergent barriers by running the kernel
};

// Returns OK, or InvalidArgument with the kernel, the rule and the statement at fault. The rules:
// - operand counts and types fit the kind (ast_nodes.def);
// - every variable is declared before use, in scope, without hiding another, and used with its
//   type;
// - only DeclVar variables are assigned, and they are read only after an assignment;
// - read-only pointers are not stored through;
// - pointers are only loaded, stored through or passed on to a callback; the kernel has that
//   callback, and its element type fits the pointer;
// - a Barrier is reached by all threads or none: no condition or loop bound around it depends on
//   the thread;
// - a host kernel has no Barrier and no ThreadIndex.
absl::Status Verify(const Kernel& kernel, VerifyScope scope = VerifyScope::kAll);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_VERIFY_H_
