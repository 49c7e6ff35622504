// Compiles a list of kernels into a kernel cache file to ship with the library.
#ifndef TOOLS_AOT_BUILD_CACHE_H_
#define TOOLS_AOT_BUILD_CACHE_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "tools/aot/kernel_list.h"

namespace fft::aot {

struct BuildCacheOptions {
  // The file to make. Until it is whole, finished kernels are kept in "<output>.partial", where the
  // next run with the same output finds them.
  std::string output;
  ListedDecisions decisions;  // that the file holds in addition to the kernels
  // How many kernels are compiled at once; 0 means one per processor.
  int jobs = 0;
  rtc::ParallelCompilerOptions compilers;
  // Receives a line for every kernel that is compiled or fails, from any thread, one at a time.
  std::function<void(const std::string& line)> progress;
};

struct BuildCacheReport {
  int kernels = 0;   // kernels in the file
  int compiled = 0;  // kernels that this run compiled
};

// Makes the file. Its bytes depend only on the list, the compilers and the generator: entries stand
// in the order of their keys, and hold no times. If a kernel fails, the others are still compiled;
// then the error names the first kernel that failed, and no file is made. Needs no device.
absl::StatusOr<BuildCacheReport> BuildCache(const std::vector<ListedKernel>& kernels,
                                            const BuildCacheOptions& options);

}  // namespace fft::aot

#endif  // TOOLS_AOT_BUILD_CACHE_H_
