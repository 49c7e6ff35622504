#include <algorithm>
#include <string>

#include "fft/base/int_math.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

constexpr std::string_view kHalfPrologue = R"(typedef _Float16 fft_half;
struct alignas(4) fft_half2 {
  fft_half x, y;
};
static __device__ __forceinline__ float half_to_float(fft_half h) { return (float)h; }
static __device__ __forceinline__ fft_half float_to_half(float f) { return (fft_half)f; }
static __device__ __forceinline__ fft_half2 make_half2(fft_half x, fft_half y) {
  fft_half2 pair;
  pair.x = x;
  pair.y = y;
  return pair;
}

)";

constexpr std::string_view kHidePrologue =
    R"(// Gives an index to shared memory back. LLVM would compute it wrongly if it saw how it is made.
template <typename T>
static __device__ __forceinline__ T hidden(T index) {
  asm("" : "+v"(index));
  return index;
}

)";

// The second launch bound counts wavefronts per SIMD unit; four units share a workgroup's waves.
std::string Open(const Kernel& kernel) {
  constexpr int kWavefront = 64, kUnits = 4;
  std::string bounds = std::to_string(kernel.workgroup_size);
  if (kernel.min_blocks > 0) {
    const int64_t waves = kernel.min_blocks * CeilDiv(kernel.workgroup_size, kWavefront);
    bounds += ", " + std::to_string(CeilDiv(waves, kUnits));
  }
  return OpenGpuKernel(kernel, bounds, SharedStorage::kStatic);
}

}  // namespace

const DialectSpelling& HipSpelling() {
  static constexpr DialectSpelling kSpelling = [] {
    DialectSpelling spelling = GpuSpelling(kHalfPrologue, Open);
    spelling.hide = "hidden";
    spelling.hide_prologue = kHidePrologue;
    return spelling;
  }();
  return kSpelling;
}

}  // namespace fft::codegen
