// Kernel -> source text of a dialect.
#ifndef FFT_CODEGEN_EMIT_EMIT_H_
#define FFT_CODEGEN_EMIT_EMIT_H_

#include <string>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/ast/line_range.h"
#include "fft/core/target.h"

namespace fft::codegen {

struct EmittedSource {
  std::string text;
  LineMap map;
};

// The complete translation unit of a kernel. It needs no #include beyond its own, and compiles with
// hipRTC, NVRTC or a C++ compiler as it stands. The entry point is extern "C" and has the kernel's
// name. `kernel` is verified and lowered for the dialect (passes/pipeline.h): its model is kHost
// exactly when the dialect is one of the host's. A kernel with callbacks is written as C++ even if
// the dialect is kCudaPtx or kHostLlvm. The C++ of GPUs has a global and a device function
// (device_function.h). On GPUs the grid is one-dimensional. All shared arrays are static, or
// dynamic where emit/shared_memory.h says so. Equal kernels give equal text.
EmittedSource Emit(const Kernel& kernel, Dialect dialect);

inline std::string EmitSource(const Kernel& kernel, Dialect dialect) {
  return Emit(kernel, dialect).text;
}

// The device function of a kernel in a GPU's dialect (device_function.h).
struct EmittedFunction {
  std::string name;
  std::string text;
  std::vector<std::string> arguments;  // the kernel's names of the arguments
};
// Returns an empty result if the kernel has no device function.
EmittedFunction EmitDeviceFunction(const Kernel& kernel, Dialect dialect);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_EMIT_H_
