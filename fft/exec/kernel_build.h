// Where the code of a plan's kernels came from.
#ifndef FFT_EXEC_KERNEL_BUILD_H_
#define FFT_EXEC_KERNEL_BUILD_H_

#include <cstdint>
#include <string>

namespace fft {

// Where the code of one kernel of a plan came from, for people and tests.
struct KernelBuild {
  std::string name;
  // "memory" (used by another plan, or found in the cache in memory), "system" or "user" (found in
  // the cache of that name), "compiled_in_process", "compiled_by_helper" or "interpreted".
  std::string origin;
  double milliseconds = 0;  // of compilation; 0 if the kernel was not compiled for this plan
  int64_t code_bytes = 0;
  std::string log;  // the compiler's output
};

}  // namespace fft

#endif  // FFT_EXEC_KERNEL_BUILD_H_
