// The AMD architectures that the code object manager underneath hipRTC can compile for.

#ifndef FFT_RTC_HIP_AMD_ARCHITECTURES_H_
#define FFT_RTC_HIP_AMD_ARCHITECTURES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::rtc {

struct AmdArchitectures {
  // Processor names without feature suffixes: "gfx90a".
  std::vector<std::string> names;
  // DynamicLibrary::Identity of the manager that was asked.
  std::string library;

  bool Contains(const std::string& arch) const;
};

// The manager that the process has loaded; if none is loaded yet, the only one installed.
// kUnavailable if none or several are installed, since the list of the wrong library would be of no
// use.
absl::StatusOr<DynamicLibrary> OpenAmdCodeObjectManager();

// The architectures that this manager lists.
absl::StatusOr<AmdArchitectures> ListAmdArchitectures();

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_AMD_ARCHITECTURES_H_
