// VkFFT behind a C interface. build_shim.sh compiles it against VkFFT's and CUDA's headers into a
// shared library, and vkfft_peer.h opens this library. So fft_bench is built without these headers.
#ifndef BENCH_VKFFT_VKFFT_SHIM_H_
#define BENCH_VKFFT_VKFFT_SHIM_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { kVkfftHalf = 0, kVkfftSingle = 1, kVkfftDouble = 2 };

// A dense transform on the device of the current CUDA context. lengths[0] is the fastest dimension;
// a real transform in place has rows of 2 * (lengths[0] / 2 + 1) real elements. For example, {.rank
// = 2, .lengths = {512, 256}, .batch = 8} are planes of 256 rows of 512 numbers.
struct VkfftRequest {
  int rank;  // 1 to 3
  uint64_t lengths[3];
  uint64_t batch;
  int precision;
  int real;
  int inverse;
  int in_place;
};

struct VkfftShimPlan;

// VkFFT's version as VkFFT states it: 10000 * major + 100 * minor + patch.
int vkfft_shim_version(void);

// Makes a plan in *plan and returns 0. On failure returns VkFFT's error code and writes its name
// into `error`.
int vkfft_shim_plan(const struct VkfftRequest* request, struct VkfftShimPlan** plan, char* error,
                    size_t error_bytes);

// Runs a plan. An out-of-place real inverse transform may overwrite `in`. Returns 0, or VkFFT's
// error code.
int vkfft_shim_run(struct VkfftShimPlan* plan, void* in, void* out, void* stream);

uint64_t vkfft_shim_workspace_bytes(const struct VkfftShimPlan* plan);

void vkfft_shim_destroy(struct VkfftShimPlan* plan);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // BENCH_VKFFT_VKFFT_SHIM_H_
