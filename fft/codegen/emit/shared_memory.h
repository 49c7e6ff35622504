// How a GPU kernel gets its shared memory.
#ifndef FFT_CODEGEN_EMIT_SHARED_MEMORY_H_
#define FFT_CODEGEN_EMIT_SHARED_MEMORY_H_

#include <cstdint>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/core/target.h"

namespace fft::codegen {

// CUDA limits static shared memory to 48 KiB; a kernel with more takes all of it at launch.
inline constexpr int64_t kCudaStaticSharedLimit = 48 * 1024;

// Bytes of dynamic shared memory at the launch of a kernel whose arrays hold `shared_bytes`; 0
// where the emitted arrays are static.
constexpr int64_t DynamicSharedBytes(int64_t shared_bytes, Dialect dialect) {
  const bool is_cuda = dialect == Dialect::kCuda || dialect == Dialect::kCudaPtx;
  return is_cuda && shared_bytes > kCudaStaticSharedLimit ? shared_bytes : 0;
}

// Whether the size of the kernel's shared memory is given at its launch. It is given if the arrays
// exceed the dialect's limit (DynamicSharedBytes), or if they have sides, since compilers put
// arrays of fixed size at different places.
bool HasDynamicShared(const Kernel& kernel, Dialect dialect);

// Each shared array in dynamic shared memory begins at a multiple of kSharedAlignment bytes.
// SharedOffsets returns where each array begins, in bytes.
inline constexpr int64_t kSharedAlignment = 16;
std::vector<int64_t> SharedOffsets(const Kernel& kernel);
// Bytes from the beginning of the first array to the end of the last.
int64_t SharedExtent(const Kernel& kernel);

// Whether the kernel's workgroups await each other's signals.
bool HasSignals(const Kernel& kernel);

// Whether the kernel copies elements to shared memory asynchronously (CopyAsync).
bool HasCopies(const Kernel& kernel);

// Whether the kernel has prefetches.
bool HasPrefetches(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_SHARED_MEMORY_H_
