#include "fft/rtc/objects/code_object_stats.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "fft/rtc/objects/amd_code_object.h"
#include "fft/rtc/objects/cuda_code_object.h"
#include "fft/rtc/objects/elf_file.h"

namespace fft::rtc {

absl::StatusOr<std::vector<KernelStats>> ReadCodeObjectStats(absl::string_view code_object,
                                                             absl::string_view log) {
  FFT_ASSIGN_OR_RETURN(const absl::string_view bytes, UnwrapOffloadBundle(code_object));
  FFT_ASSIGN_OR_RETURN(const ElfFile file, ParseElf(bytes));
  switch (file.machine) {
    case kElfMachineAmdGpu:
      return ReadAmdStats(file);
    case kElfMachineCuda:
      return ReadCudaStats(file, log);
    default:
      return absl::UnimplementedError(
          absl::StrCat("code objects of ELF machine ", file.machine, " record no statistics"));
  }
}

absl::StatusOr<KernelStats> ReadKernelStats(absl::string_view code_object,
                                            absl::string_view kernel_name, absl::string_view log) {
  FFT_ASSIGN_OR_RETURN(const std::vector<KernelStats> kernels,
                       ReadCodeObjectStats(code_object, log));
  for (const KernelStats& kernel : kernels) {
    if (kernel.kernel_name == kernel_name) return kernel;
  }
  return absl::NotFoundError(
      absl::StrCat("the code object has no kernel \"", kernel_name, "\"; it has ",
                   absl::StrJoin(kernels, ", ", [](std::string* out, const KernelStats& kernel) {
                     absl::StrAppend(out, kernel.kernel_name);
                   })));
}

}  // namespace fft::rtc
