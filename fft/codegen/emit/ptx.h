// Kernel -> PTX, the assembly language of NVIDIA's virtual machine, which the driver compiles.
#ifndef FFT_CODEGEN_EMIT_PTX_H_
#define FFT_CODEGEN_EMIT_PTX_H_

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/emit/emit.h"

namespace fft::codegen {

// A module with the kernel as its one entry point, which has the name and the parameters that CUDA
// C++ gives it. Its `.target` is the oldest architecture that the instructions need, so that one
// text serves all younger ones. The oldest architecture is sm_90 for kernels that are launched
// early, sm_80 for others that copy asynchronously or store bfloat16, and sm_70 for all others.
// `kernel` has no callbacks, since their text is C++.
EmittedSource EmitPtx(const Kernel& kernel);

// Whether a kernel can be written as PTX: it calls no callbacks.
bool HasPtx(const Kernel& kernel);

// The block of shared memory whose size is given at launch.
inline constexpr char kPtxDynamicShared[] = "dynamic_shared";

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_PTX_H_
