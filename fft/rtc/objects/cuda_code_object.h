// Statistics from CUDA cubins and from the assembler's log.

#ifndef FFT_RTC_OBJECTS_CUDA_CODE_OBJECT_H_
#define FFT_RTC_OBJECTS_CUDA_CODE_OBJECT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/objects/elf_file.h"

namespace fft::rtc {

// Statistics of a cubin's kernels. `log` adds the spill counts; without a log the counts are 0.
absl::StatusOr<std::vector<KernelStats>> ReadCudaStats(const ElfFile& file, absl::string_view log);

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_CUDA_CODE_OBJECT_H_
