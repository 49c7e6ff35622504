// The parts of HIP that kernels and their callbacks use, written with the compiler's built-in
// functions. A source with this text in front needs no header of HIP's.

#ifndef FFT_RTC_HIP_HIP_PRELUDE_H_
#define FFT_RTC_HIP_HIP_PRELUDE_H_

namespace fft::rtc {

inline constexpr char kHipPrelude[] = R"(#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define FFT_BOUNDS_1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#define FFT_BOUNDS_2(threads, waves) FFT_BOUNDS_1(threads) __attribute__((amdgpu_waves_per_eu(waves)))
#define FFT_BOUNDS_OF(first, second, bounds, ...) bounds
#define __launch_bounds__(...) FFT_BOUNDS_OF(__VA_ARGS__, FFT_BOUNDS_2, FFT_BOUNDS_1, )(__VA_ARGS__)
typedef __SIZE_TYPE__ size_t;
struct alignas(8) float2 {
  float x, y;
};
struct alignas(16) double2 {
  double x, y;
};
static __device__ __forceinline__ float2 make_float2(float x, float y) { return {x, y}; }
static __device__ __forceinline__ double2 make_double2(double x, double y) { return {x, y}; }
struct FftIndex {
  unsigned x;
};
#define threadIdx (FftIndex{__builtin_amdgcn_workitem_id_x()})
#define blockIdx (FftIndex{__builtin_amdgcn_workgroup_id_x()})
#define blockDim (FftIndex{__builtin_amdgcn_workgroup_size_x()})
#define gridDim (FftIndex{__builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x()})
static __device__ __forceinline__ void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
static __device__ __forceinline__ float fmaf(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
static __device__ __forceinline__ double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
static __device__ __forceinline__ float __uint_as_float(unsigned bits) {
  return __builtin_bit_cast(float, bits);
}
static __device__ __forceinline__ unsigned __float_as_uint(float value) {
  return __builtin_bit_cast(unsigned, value);
}
#line 1
)";

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_HIP_PRELUDE_H_
