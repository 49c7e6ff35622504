// The parts of source text that a dialect spells in its own way. One table per dialect stands in
// cuda.cc, hip.cc and host_cpp.cc; everything else is the same C in all of them (source_writer.h).
#ifndef FFT_CODEGEN_EMIT_SPELLING_H_
#define FFT_CODEGEN_EMIT_SPELLING_H_

#include <string>
#include <string_view>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The spelling of one dialect, for example cuda.cc's: `thread_index` is "(int)threadIdx.x" and
// `barrier` is "__syncthreads();".
struct DialectSpelling {
  std::string_view prologue;  // stands before every kernel
  // The definitions before kernels that store halves: fft_half, fft_half2, half_to_float,
  // float_to_half, make_half2. Kernels that store bfloat16 have the same definitions with "bfloat"
  // in place of "half".
  std::string_view half_prologue;
  std::string_view bfloat_prologue;
  std::string_view copy_prologue = {};  // stands before kernels that copy asynchronously
  // Definitions of the complex types and their makers, which callbacks may use. They are empty for
  // dialects that have these types built in. The next two members define the types of half storage
  // and of bfloat16.
  std::string_view callback_prologue;
  std::string_view callback_half_prologue;
  std::string_view callback_bfloat_prologue;
  std::string_view thread_index;
  std::string_view block_index;
  // the number of workgroups; empty: kernels of the dialect do not use it
  std::string_view block_count;
  std::string_view barrier;
  // The function that copies asynchronously, which takes two pointers, and the statement that
  // awaits its copies. If both are empty, copies are done at once.
  std::string_view copy_async = {};
  std::string_view await_copies = {};
  // The prefetch function of the dialect, and the text that defines it before kernels that call it.
  // If both are empty, kernels prefetch nothing, since compilers of the dialect do not vectorise a
  // loop that prefetches.
  std::string_view prefetch = {};
  std::string_view prefetch_prologue = {};
  // The definitions before kernels whose workgroups await each other: signal(counter) and
  // await_signals(counter, count). Empty: the dialect has none.
  std::string_view signal_prologue = {};
  // A barrier for a part of the workgroup: a function that takes the number of threads. It is empty
  // if the dialect has none.
  std::string_view part_barrier = {};
  // A function that returns its argument and that compilers do not see through, and its definition
  // before kernels that need it for indices (mirrored_slots.h). Empty: indices need not be hidden.
  std::string_view hide = {};
  std::string_view hide_prologue = {};
  std::string_view fma_single;
  std::string_view fma_double;
  std::string_view sqrt_single = "sqrtf";
  std::string_view sqrt_double = "sqrt";
  std::string_view unroll;     // a line before a loop
  std::string_view lanes;      // a line before a loop over lanes; empty: no line
  bool has_functions = false;  // whether a kernel may be two functions (device_function.h)
  int body_depth = 1;          // indentation of the body's statements
  // Everything from the entry point's signature to the first statement of the body, and the end of
  // the body.
  std::string (*open)(const Kernel& kernel);
  std::string_view close;
};

// The ending of the name of the host entry point that takes arguments by value, and how many of the
// arguments are passed singly (fft/rtc/host/host_device.h).
inline constexpr std::string_view kHostDirectEnding = "_direct";
inline constexpr int kHostDirectRegisters = 4;

const DialectSpelling& CudaSpelling();
const DialectSpelling& HipSpelling();
const DialectSpelling& HostCppSpelling();

// The functions round to nearest, ties to even. A NaN stays a NaN.
inline constexpr std::string_view kGpuBfloatPrologue = R"(typedef unsigned short fft_bfloat;
struct alignas(4) fft_bfloat2 {
  fft_bfloat x, y;
};
static __device__ __forceinline__ float bfloat_to_float(fft_bfloat b) {
  return __uint_as_float((unsigned)b << 16);
}
static __device__ __forceinline__ fft_bfloat float_to_bfloat(float f) {
  const unsigned bits = __float_as_uint(f);
  const unsigned rounded = bits + 0x7fffu + (bits >> 16 & 1u);
  return (fft_bfloat)(((bits & 0x7fffffffu) > 0x7f800000u ? bits | 0x400000u : rounded) >> 16);
}
static __device__ __forceinline__ fft_bfloat2 make_bfloat2(fft_bfloat x, fft_bfloat y) {
  fft_bfloat2 pair;
  pair.x = x;
  pair.y = y;
  return pair;
}

)";

// The parts of the spelling that all GPU dialects share, without half storage and launch bounds.
constexpr DialectSpelling GpuSpelling(std::string_view half_prologue,
                                      std::string (*open)(const Kernel& kernel)) {
  return {
      .prologue = "",
      .half_prologue = half_prologue,
      .bfloat_prologue = kGpuBfloatPrologue,
      .callback_prologue = "",
      .callback_half_prologue = "",
      .callback_bfloat_prologue = "",
      .thread_index = "(int)threadIdx.x",
      .block_index = "(int)blockIdx.x",
      .block_count = "(int)gridDim.x",
      .barrier = "__syncthreads();",
      .fma_single = "fmaf",
      .fma_double = "fma",
      .unroll = "#pragma unroll",
      .lanes = "",
      .has_functions = true,
      .body_depth = 1,
      .open = open,
      .close = "}\n",
  };
}

// Whether a kernel stores numbers in `storage`, kHalf or kBfloat16.
bool StoresIn(const Kernel& kernel, Precision storage);
// The storage precision's name, "half" or "bfloat".
std::string StorageName(Precision precision);
// "int", "float2", "const float2*".
std::string TypeName(Type type);
// The type with the qualifier of pointers that do not alias: "const float2* __restrict__".
std::string ParameterType(const Param& param);

// How a GPU kernel gets its shared arrays: they are declared one by one, or carved out of the block
// of shared memory whose size is given at launch.
enum class SharedStorage { kStatic, kDynamic };

// The signature that the GPU dialects share: extern "C", launch bounds, parameters and shared
// arrays. `bounds` is the text in __launch_bounds__(...).
std::string OpenGpuKernel(const Kernel& kernel, const std::string& bounds, SharedStorage storage);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_SPELLING_H_
