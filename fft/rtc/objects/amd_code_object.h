// Statistics from the metadata of AMD code objects (versions 3 and later).

#ifndef FFT_RTC_OBJECTS_AMD_CODE_OBJECT_H_
#define FFT_RTC_OBJECTS_AMD_CODE_OBJECT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/objects/elf_file.h"

namespace fft::rtc {

// The code object in a clang offload bundle: its first non-empty AMD entry. Bytes that are no
// bundle are returned as they are. kInvalidArgument if the bundle is malformed or has no such
// entry.
absl::StatusOr<absl::string_view> UnwrapOffloadBundle(absl::string_view bytes);

absl::StatusOr<std::vector<KernelStats>> ReadAmdStats(const ElfFile& file);

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_AMD_CODE_OBJECT_H_
