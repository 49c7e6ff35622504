// All environment variables of the library. They are read once, into a value that is passed on.
#ifndef FFT_BASE_OPTIONS_H_
#define FFT_BASE_OPTIONS_H_

#include <string>
#include <vector>

namespace fft {

// The options that a Context is made with. For example, ContextOptions{.device = "host"} is the
// processor without a user kernel cache in a file.
struct ContextOptions {
  std::string dump_dir;          // FFT_DUMP_DIR: folder for the stages of every plan; empty = none
  std::string trace_dir;         // FFT_TRACE_DIR: folder for records of plans; empty = none
  std::string pass_limit;        // FFT_PASS_LIMIT: how many optional AST passes run; empty = all
  std::string device = "auto";   // FFT_DEVICE: auto | hip[:n] | cuda[:n] | host[:threads]
  std::string cuda_language;     // FFT_CUDA_COMPILER: auto, ptx or c++
  std::string early_launches;    // FFT_EARLY_LAUNCHES: 1 or 0; empty = 1
  std::string relay_kib;         // FFT_RELAY_KIB: KiB between a relay's kernels; empty = target's
  std::string independent_rows;  // FFT_INDEPENDENT_ROWS: 1 for every plan, or 0; empty = 0
  std::string host_language;     // FFT_HOST_COMPILER: auto, llvm, c++ or none
  std::string llvm_library;      // FFT_LLVM_LIBRARY: libLLVM to load
  std::string llvm_passes;       // FFT_LLVM_PASSES: LLVM passes for host kernels
  std::string host_compiler;     // FFT_HOST_CXX: compiler of host kernels; empty = c++ on PATH
  std::string host_processor;    // FFT_HOST_PROCESSOR: native, avx2 or avx512
  std::string
      host_cache_kib;      // FFT_HOST_CACHE_KIB: KiB of a piece; empty = half of the second cache
  std::string cache_path;  // FFT_RTC_CACHE_PATH: user kernel cache; empty = in memory
  std::string system_cache_path;  // FFT_RTC_SYS_CACHE_PATH; empty = beside the library
  std::string cache_limit_mib;    // FFT_RTC_CACHE_LIMIT_MIB: size of the user cache; empty = 1024
  std::string hip_library;        // FFT_HIP_LIBRARY: HIP runtime to load; empty = search
  std::string cuda_library;       // FFT_CUDA_LIBRARY: CUDA driver to load; empty = libcuda.so.1
  std::string compile_mode = "auto";  // FFT_RTC_COMPILE_IN: auto | process | helper | both
  std::string helper_path;            // FFT_RTC_PROCESS_HELPER: fft_rtc_helper; empty = search
  std::string nvrtc_library;          // FFT_NVRTC_LIBRARY: NVRTC to load; empty = search
  std::string nvjitlink_library;      // FFT_NVJITLINK_LIBRARY: nvJitLink to load; empty = search
};

// One variable, for `fft env` and the documentation.
struct EnvironmentVariable {
  const char* name;
  const char* alias;  // another name that is also read; null = none
  const char* meaning;
  std::string ContextOptions::*field;
};
const std::vector<EnvironmentVariable>& EnvironmentVariables();

// Reads the environment. Unset variables leave the default in place.
ContextOptions ReadEnvironment();

}  // namespace fft

#endif  // FFT_BASE_OPTIONS_H_
