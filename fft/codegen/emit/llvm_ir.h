// Kernel -> text of LLVM's intermediate representation, for a compiler in the process.
#ifndef FFT_CODEGEN_EMIT_LLVM_IR_H_
#define FFT_CODEGEN_EMIT_LLVM_IR_H_

#include <string_view>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/emit/emit.h"

namespace fft::codegen {

// A module with the entry points of a host kernel, and with the kernel's body in a function of its
// own. The attributes of this function's parameters say which pointers do not alias. Pointers are
// opaque (`ptr`). LLVM 15 and later read opaque pointers; LLVM 14 reads them if they are switched
// on. Scratch that is too large for the stack comes from a function `fft_scratch(bytes)` that the
// loader provides. `kernel` is lowered for the host, and HasLlvmIr(kernel) is true.
EmittedSource EmitLlvmIr(const Kernel& kernel);

// Whether a kernel can be written as LLVM IR: it calls no callbacks and stores no bfloat16, whose
// rounding LLVM leaves to a library.
bool HasLlvmIr(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LLVM_IR_H_
