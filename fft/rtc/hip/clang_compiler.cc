#include "fft/rtc/hip/clang_compiler.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/program_compiler.h"

namespace fft::rtc {
namespace {

// The parts of HIP that kernels and their callbacks use, defined by the compiler's own means.
constexpr char kPrelude[] = R"(#define __global__ __attribute__((global))
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

class ClangCompiler final : public Compiler {
 public:
  ClangCompiler(const ClangOptions& options, CompilerProgram program)
      : timeout_(options.timeout), program_(std::move(program)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    const ProgramRun run = {.suffix = ".hip",
                            .source = absl::StrCat(kPrelude, request.source),
                            .shown_source = request.kernel_name,
                            .flags = {"-x", "hip", "--offload-device-only",
                                      absl::StrCat("--offload-arch=", request.arch), "-nogpuinc",
                                      "-nogpulib", "-O3", "-std=c++17", "--no-gpu-bundle-output"},
                            .timeout = timeout_};
    return CompileWith(program_, run, request);
  }

  std::string Version() const override {
    return absl::StrCat("clang ", Library(), ", ", program_.banner);
  }
  std::string name() const override { return "clang"; }
  std::string Library() const override { return program_.command.front(); }

 private:
  const absl::Duration timeout_;
  const CompilerProgram program_;
};

}  // namespace

std::vector<std::string> ClangNames() {
  return {"clang++-19", "clang++-18", "clang++-17", "/opt/rocm/llvm/bin/clang++"};
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeClangCompiler(const ClangOptions& options) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& command : options.commands) commands.push_back({command});
  FFT_ASSIGN_OR_RETURN(CompilerProgram program, ChooseProgram("clang that compiles HIP", commands));
  return std::make_unique<ClangCompiler>(options, std::move(program));
}

}  // namespace fft::rtc
