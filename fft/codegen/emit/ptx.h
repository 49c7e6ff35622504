// Kernel -> PTX, the assembly language of NVIDIA's virtual machine, which the driver compiles.
#ifndef FFT_CODEGEN_EMIT_PTX_H_
#define FFT_CODEGEN_EMIT_PTX_H_

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/emit/emit.h"

namespace fft::codegen {

// A module with the kernel as its one entry point, of the name and the parameters that CUDA C++
// gives it. Its `.target` is the oldest architecture that the instructions need, sm_70 or, of
// kernels that copy beside their threads or store bfloat16, sm_80, of those that are launched early
// sm_90, so that one text serves all of that age and younger. `kernel` has no callbacks: their text
// is C++.
EmittedSource EmitPtx(const Kernel& kernel);

// Whether a kernel can be written so: it calls no callbacks.
bool HasPtx(const Kernel& kernel);

// The block of shared memory whose size is given at launch.
inline constexpr char kPtxDynamicShared[] = "dynamic_shared";

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_PTX_H_
