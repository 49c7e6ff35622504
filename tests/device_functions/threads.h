// Runs CUDA kernels on the processor: one workgroup after the other, with a thread of the processor
// for each thread of the workgroup. A program includes it before a kernel's text, which then
// compiles as C++.
#ifndef TESTS_DEVICE_FUNCTIONS_THREADS_H_
#define TESTS_DEVICE_FUNCTIONS_THREADS_H_

#include <barrier>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)

struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) double2 {
  double x, y;
};
inline float2 make_float2(float x, float y) { return {x, y}; }
inline double2 make_double2(double x, double y) { return {x, y}; }

struct Index {
  unsigned x;
};
inline thread_local Index threadIdx;
inline Index blockIdx;
inline std::optional<std::barrier<>> workgroup;
inline void __syncthreads() { workgroup->arrive_and_wait(); }

// Calls `kernel` in every thread of every workgroup.
template <typename Kernel>
void Launch(unsigned blocks, unsigned threads, const Kernel& kernel) {
  workgroup.emplace(static_cast<std::ptrdiff_t>(threads));
  for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
    std::vector<std::jthread> running;
    for (unsigned t = 0; t < threads; ++t) {
      running.emplace_back([&kernel, t] {
        threadIdx.x = t;
        kernel();
      });
    }
  }
}

#endif  // TESTS_DEVICE_FUNCTIONS_THREADS_H_
