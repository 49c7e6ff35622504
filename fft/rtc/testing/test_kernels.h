// Small kernels that the tests of several compilers and devices share.

#ifndef FFT_RTC_TESTING_TEST_KERNELS_H_
#define FFT_RTC_TESTING_TEST_KERNELS_H_

namespace fft::rtc {

// void reverse(float* data): each workgroup of 64 threads reverses its 64 values through 256 bytes
// of LDS. The source is HIP and CUDA alike.
inline constexpr char kReverseSource[] = R"(
extern "C" __global__ void __launch_bounds__(64) reverse(float* data) {
  __shared__ float tile[64];
  float* mine = data + 64 * blockIdx.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = tile[63 - threadIdx.x];
}
)";

// void spill(float* data): more live values than a lane may have registers. The source is HIP and
// CUDA alike.
inline constexpr char kSpillSource[] = R"(
extern "C" __global__ void __launch_bounds__(1024) spill(float* data) {
  float v[200];
  for (int i = 0; i < 200; ++i) v[i] = data[i * 1024 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 200; ++i) data[i * 1024 + threadIdx.x] = v[i] * v[199 - i];
}
)";

inline constexpr char kWrongSource[] = "extern \"C\" __global__ void wrong() { nonsense; }";

// void one(int* out): writes 1. PTX.
inline constexpr char kOneInPtx[] =
    "// PTX\n.version 7.0\n.target sm_70\n.address_size 64\n\n"
    ".visible .entry one(\n    .param .b64 out)\n.maxntid 32, 1, 1\n{\n"
    "  .reg .b32 %r<1>;\n  .reg .b64 %rd<1>;\n"
    "  ld.param.b64 %rd0, [out];\n  mov.b32 %r0, 1;\n  st.global.b32 [%rd0], %r0;\n  ret;\n}\n";

// void scale(float* data, float factor): 64 values per workgroup.
inline constexpr char kHostScaleSource[] = R"(
extern "C" void scale(void* const* args, unsigned first_block, unsigned end_block) {
  float* data = *static_cast<float* const*>(args[0]);
  const float factor = *static_cast<const float*>(args[1]);
  for (unsigned block = first_block; block < end_block; ++block) {
    for (unsigned i = 0; i < 64; ++i) data[64ul * block + i] *= factor;
  }
}
)";

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_TEST_KERNELS_H_
