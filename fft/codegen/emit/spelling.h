// What a dialect spells in its own way. One table per dialect, in cuda.cc, hip.cc and host_cpp.cc;
// everything else is the same C in all of them (source_writer.h).
#ifndef FFT_CODEGEN_EMIT_SPELLING_H_
#define FFT_CODEGEN_EMIT_SPELLING_H_

#include <string>
#include <string_view>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

struct DialectSpelling {
  std::string_view prologue;       // stands before every kernel
  std::string_view half_prologue;  // before kernels that use half storage: fft_half, fft_half2,
                                   // half_to_float, float_to_half, make_half2
  std::string_view copy_prologue = {};  // before kernels that copy beside their threads
  // What callbacks may use and the dialect does not bring: types of complex numbers and their
  // makers; then the same for half storage.
  std::string_view callback_prologue;
  std::string_view callback_half_prologue;
  std::string_view thread_index;
  std::string_view block_index;
  std::string_view block_count;  // empty: kernels of the dialect do not ask
  std::string_view barrier;
  // A function of two pointers, and a statement; empty: copies are made at once.
  std::string_view copy_async = {};
  std::string_view await_copies = {};
  std::string_view fma_single;
  std::string_view fma_double;
  std::string_view unroll;  // a line before a loop
  std::string_view lanes;   // likewise; empty: nothing
  int body_depth = 1;       // indentation of the body's statements
  // Everything from the entry point's signature to the first statement of the body, and what closes
  // it.
  std::string (*open)(const Kernel& kernel);
  std::string_view close;
};

const DialectSpelling& CudaSpelling();
const DialectSpelling& HipSpelling();
const DialectSpelling& HostCppSpelling();

// What the dialects of GPUs have in common: all but half storage and launch bounds.
constexpr DialectSpelling GpuSpelling(std::string_view half_prologue,
                                      std::string (*open)(const Kernel& kernel)) {
  return {
      .prologue = "",
      .half_prologue = half_prologue,
      .callback_prologue = "",
      .callback_half_prologue = "",
      .thread_index = "(int)threadIdx.x",
      .block_index = "(int)blockIdx.x",
      .block_count = "(int)gridDim.x",
      .barrier = "__syncthreads();",
      .fma_single = "fmaf",
      .fma_double = "fma",
      .unroll = "#pragma unroll",
      .lanes = "",
      .body_depth = 1,
      .open = open,
      .close = "}\n",
  };
}

// "int", "float2", "const float2*".
std::string TypeName(Type type);

// Where a GPU kernel's shared arrays are: declared one by one, or carved out of the block of shared
// memory whose size is given at launch.
enum class SharedStorage { kStatic, kDynamic };

// The signature that the GPU dialects share: extern "C", launch bounds, parameters and shared
// arrays. `bounds` is what stands in __launch_bounds__(...).
std::string OpenGpuKernel(const Kernel& kernel, const std::string& bounds, SharedStorage storage);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_SPELLING_H_
