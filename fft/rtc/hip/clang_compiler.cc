#include "fft/rtc/hip/clang_compiler.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/system/stopwatch.h"
#include "fft/rtc/system/subprocess.h"

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
  ClangCompiler(ClangOptions options, std::string command, std::string banner)
      : options_(std::move(options)),
        command_(std::move(command)),
        version_(absl::StrCat("clang ", command_, ", ", banner)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    const Stopwatch watch;
    const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create("");
    if (!folder.ok()) return Fail(folder.status(), request);
    FFT_ASSIGN_OR_RETURN(CodeObject object, CompileIn(folder->path(), request));
    object.milliseconds = watch.Milliseconds();
    return object;
  }

  std::string Version() const override { return version_; }
  std::string name() const override { return "clang"; }
  std::string Library() const override { return command_; }

 private:
  static absl::Status Fail(const absl::Status& status, const CompileRequest& request) {
    return CompileError(status.code(), request, status.message());
  }

  absl::StatusOr<CodeObject> CompileIn(const std::string& folder,
                                       const CompileRequest& request) const {
    const std::string source = folder + "/kernel.hip", result = folder + "/kernel.o";
    const absl::Status written = WriteFile(source, absl::StrCat(kPrelude, request.source));
    if (!written.ok()) return Fail(written, request);
    const absl::StatusOr<ProcessOutput> output =
        RunProcess(CommandLine(request, source, result), options_.timeout, request.cancel);
    if (!output.ok()) return Fail(output.status(), request);
    CodeObject object;
    object.log = absl::StrReplaceAll(absl::StrCat(output->standard_output, output->standard_error),
                                     {{source, request.kernel_name}, {folder, "."}});
    absl::StatusOr<std::string> bytes = ReadFile(result);
    if (output->exit.is_known ? output->exit.ok() : bytes.ok()) {
      if (!bytes.ok()) return Fail(bytes.status(), request);
      object.bytes = *std::move(bytes);
      return object;
    }
    const bool crashed = output->exit.signal != 0;
    return CompileError(crashed ? absl::StatusCode::kInternal : absl::StatusCode::kInvalidArgument,
                        request, absl::StrCat(version_, ": ", output->exit.Describe()), object.log);
  }

  std::vector<std::string> CommandLine(const CompileRequest& request, const std::string& source,
                                       const std::string& result) const {
    std::vector<std::string> argv = {command_,
                                     "-x",
                                     "hip",
                                     "--offload-device-only",
                                     absl::StrCat("--offload-arch=", request.arch),
                                     "-nogpuinc",
                                     "-nogpulib",
                                     "-O3",
                                     "-std=c++17",
                                     "--no-gpu-bundle-output"};
    argv.insert(argv.end(), request.options.begin(), request.options.end());
    argv.insert(argv.end(), {"-o", result, source});
    return argv;
  }

  const ClangOptions options_;
  const std::string command_;
  const std::string version_;
};

}  // namespace

std::vector<std::string> ClangNames() {
  return {"clang++-19", "clang++-18", "clang++-17", "/opt/rocm/llvm/bin/clang++"};
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeClangCompiler(const ClangOptions& options) {
  std::vector<std::string> reasons;
  for (const std::string& command : options.commands) {
    const absl::StatusOr<ProcessOutput> output =
        RunProcess({command, "--version"}, absl::Seconds(30));
    if (output.ok() && (!output->exit.is_known || output->exit.ok())) {
      const std::string& text = output->standard_output;
      return std::make_unique<ClangCompiler>(options, command, text.substr(0, text.find('\n')));
    }
    reasons.push_back(output.ok() ? absl::StrCat(command, ": ", output->exit.Describe())
                                  : std::string(output.status().message()));
  }
  return absl::UnavailableError(
      absl::StrCat("no clang that compiles HIP can be run: ", absl::StrJoin(reasons, "; ")));
}

}  // namespace fft::rtc
