#include <string>

#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

// NVRTC has float2 and double2 built in. For half it needs a header, which is not built in.
constexpr std::string_view kHalfPrologue = R"(typedef unsigned short fft_half;
struct alignas(4) fft_half2 {
  fft_half x, y;
};
static __device__ __forceinline__ float half_to_float(fft_half h) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
  return f;
}
static __device__ __forceinline__ fft_half float_to_half(float f) {
  fft_half h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
  return h;
}
static __device__ __forceinline__ fft_half2 make_half2(fft_half x, fft_half y) {
  fft_half2 pair;
  pair.x = x;
  pair.y = y;
  return pair;
}

)";

constexpr std::string_view kCopyPrologue =
    R"(template <typename T>
static __device__ __forceinline__ void copy_async(T* to, const T* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(to)),
               "l"(__cvta_generic_to_global(from)), "n"((int)sizeof(T))
               : "memory");
}

)";

constexpr std::string_view kPrefetchPrologue =
    R"(static __device__ __forceinline__ void prefetch(const void* at) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(at)));
}

)";

constexpr std::string_view kSignalPrologue =
    R"(static __device__ __forceinline__ void signal(int* counter) {
  asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(__cvta_generic_to_global(counter))
               : "memory");
}
static __device__ __forceinline__ void await_signals(const int* counter, int count) {
  int seen;
  do {
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];"
                 : "=r"(seen)
                 : "l"(__cvta_generic_to_global(counter))
                 : "memory");
  } while (seen < count);
}
static __device__ __forceinline__ void part_barrier(int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"((int)threadIdx.x / threads + 1), "r"(threads) : "memory");
}

)";

// The first instruction allows the next kernel to be launched. The second one waits for the end of
// the kernel before, so that the data it wrote are there.
constexpr std::string_view kEarlyLaunch = R"(  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
)";

std::string Open(const Kernel& kernel) {
  std::string bounds = std::to_string(kernel.workgroup_size);
  if (kernel.min_blocks > 0) bounds += ", " + std::to_string(kernel.min_blocks);
  const bool dynamic = HasDynamicShared(kernel, Dialect::kCuda);
  std::string text =
      OpenGpuKernel(kernel, bounds, dynamic ? SharedStorage::kDynamic : SharedStorage::kStatic);
  if (kernel.launches_early) text += kEarlyLaunch;
  return text;
}

}  // namespace

const DialectSpelling& CudaSpelling() {
  static constexpr DialectSpelling kSpelling = [] {
    DialectSpelling spelling = GpuSpelling(kHalfPrologue, Open);
    spelling.copy_prologue = kCopyPrologue;
    spelling.signal_prologue = kSignalPrologue;
    spelling.part_barrier = "part_barrier";
    spelling.copy_async = "copy_async";
    spelling.prefetch = "prefetch";
    spelling.prefetch_prologue = kPrefetchPrologue;
    spelling.await_copies = "asm volatile(\"cp.async.wait_all;\" ::: \"memory\");";
    return spelling;
  }();
  return kSpelling;
}

}  // namespace fft::codegen
