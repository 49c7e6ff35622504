#include "fft/base/options.h"

#include <cstdlib>

namespace fft {

const std::vector<EnvironmentVariable>& EnvironmentVariables() {
  using E = ContextOptions;
  static const auto* const kVariables = new std::vector<EnvironmentVariable>{
      {"FFT_DEVICE", nullptr, "device to run on: auto, hip[:n], cuda[:n] or host[:threads]",
       &E::device},
      {"FFT_CUDA_COMPILER", nullptr,
       "what kernels for NVIDIA GPUs are written in: ptx (compiled by the driver, without one by "
       "nvJitLink), c++ (by NVRTC), or auto: ptx where something compiles it, else c++",
       &E::cuda_language},
      {"FFT_EARLY_LAUNCHES", nullptr,
       "whether kernels of short plans are launched while the one before runs, where the GPU can: "
       "1 (default) or 0",
       &E::early_launches},
      {"FFT_RELAY_KIB", nullptr,
       "data on their way between two kernels of a plan that a GPU runs as one, through its cache, "
       "in KiB; default: what is known of the GPU, 0 = kernels run one after the other",
       &E::relay_kib},
      {"FFT_INDEPENDENT_ROWS", nullptr,
       "whether what comes of each transform of a batch depends on its own input alone, whatever "
       "its plan asks: 1 or 0 (default)",
       &E::independent_rows},
      {"FFT_HOST_COMPILER", nullptr,
       "what compiles host kernels: llvm (in the process), c++, or auto: llvm where it is "
       "installed",
       &E::host_language},
      {"FFT_LLVM_LIBRARY", nullptr, "libLLVM to load; default: the newest found, 19 to 15",
       &E::llvm_library},
      {"FFT_LLVM_PASSES", nullptr, "LLVM's passes over host kernels; default: the usual ones",
       &E::llvm_passes},
      {"FFT_HOST_CXX", nullptr, "C++ compiler that compiles host kernels", &E::host_compiler},
      {"FFT_HOST_PROCESSOR", nullptr,
       "what host kernels are compiled for: native (default: all that this processor has), avx2 or "
       "avx512",
       &E::host_processor},
      {"FFT_HOST_CACHE_KIB", nullptr,
       "data that the kernels of a plan pass on in a processor's cache, piece by piece, in KiB; "
       "default: half the second level, 0 = kernels run one after the other",
       &E::host_cache_kib},
      {"FFT_RTC_CACHE_PATH", "ROCFFT_RTC_CACHE_PATH", "file of the read-write kernel cache",
       &E::cache_path},
      {"FFT_RTC_SYS_CACHE_PATH", "ROCFFT_RTC_SYS_CACHE_PATH",
       "file of the read-only kernel cache; default: fft_kernels.db beside the library; none = "
       "none",
       &E::system_cache_path},
      {"FFT_RTC_CACHE_LIMIT_MIB", nullptr,
       "size limit of the read-write kernel cache in MiB; default 1024, 0 = no limit",
       &E::cache_limit_mib},
      {"FFT_RTC_COMPILE_IN", nullptr,
       "where kernels are compiled: auto, process, helper or both (this process and helpers)",
       &E::compile_mode},
      {"FFT_RTC_PROCESS_HELPER", nullptr, "path of fft_rtc_helper; default: found by the library",
       &E::helper_path},
      {"FFT_DUMP_DIR", nullptr,
       "folder to write the stages of every plan to, as text files; default: none", &E::dump_dir},
      {"FFT_TRACE_DIR", nullptr,
       "folder in which every plan keeps what it is and how often it runs, for the inspector; "
       "default: none",
       &E::trace_dir},
      {"FFT_PASS_LIMIT", nullptr,
       "runs only the first N optional AST passes of each kernel, to find one that errs",
       &E::pass_limit},
      {"FFT_HIP_LIBRARY", nullptr, "HIP runtime library to load", &E::hip_library},
      {"FFT_CUDA_LIBRARY", nullptr, "CUDA driver library to load", &E::cuda_library},
      {"FFT_NVRTC_LIBRARY", nullptr, "NVRTC library to load", &E::nvrtc_library},
      {"FFT_NVJITLINK_LIBRARY", nullptr, "nvJitLink library to load", &E::nvjitlink_library},
  };
  return *kVariables;
}

ContextOptions ReadEnvironment() {
  ContextOptions options;
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    const char* value = std::getenv(variable.name);
    if (value == nullptr && variable.alias != nullptr) value = std::getenv(variable.alias);
    if (value != nullptr) options.*variable.field = value;
  }
  return options;
}

}  // namespace fft
