// Where the libraries of a CUDA toolkit lie.

#ifndef FFT_RTC_CUDA_TOOLKIT_LIBRARIES_H_
#define FFT_RTC_CUDA_TOOLKIT_LIBRARIES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::rtc {

struct ToolkitLibrary {
  std::string name;                  // the name in errors
  std::vector<std::string> sonames;  // the preferred one first
  std::string pip_package;           // the folder among NVIDIA's pip packages before CUDA 13
};

// Candidates for the dynamic loader, in order: `folders`, $CUDA_HOME and $CUDA_PATH, the folder of
// a CUDA runtime that the process has already loaded and its pip neighbours, the loader's own
// search (LD_LIBRARY_PATH, ld.so.cache), /usr/local/cuda*.
std::vector<std::string> ToolkitCandidates(const ToolkitLibrary& library,
                                           const std::vector<std::string>& folders);

// The library at `path`, or the first candidate that loads if `path` is empty. kUnavailable if
// there is none.
absl::StatusOr<DynamicLibrary> OpenToolkitLibrary(const ToolkitLibrary& library,
                                                  const std::string& path,
                                                  const std::vector<std::string>& folders);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_TOOLKIT_LIBRARIES_H_
