// The figures that a compiler decided for a kernel (registers, shared memory, spills), read from
// its code object.
//
// Understands AMD code objects (version 3 and later, alone or in a clang offload bundle) and CUDA
// cubins. Input is untrusted: any bytes whatever give a result or an error, never a crash or a read
// out of bounds.

#ifndef FFT_RTC_OBJECTS_CODE_OBJECT_STATS_H_
#define FFT_RTC_OBJECTS_CODE_OBJECT_STATS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

// The figures of one kernel. For example, a kernel with 96 registers and spilled_registers 0 spills
// nothing.
struct KernelStats {
  std::string kernel_name;
  // Vector registers (AMD VGPRs, CUDA registers) of one lane.
  int64_t registers = 0;
  // AMD accumulation VGPRs; 0 elsewhere.
  int64_t accumulation_registers = 0;
  // AMD SGPRs; 0 elsewhere.
  int64_t scalar_registers = 0;
  // Statically allocated LDS or shared memory of one workgroup.
  int64_t lds_bytes = 0;
  // AMD: spilled VGPRs plus SGPRs. CUDA: spilled 32-bit words of one thread, from the log.
  int64_t spilled_registers = 0;
  // Private memory of one lane in bytes: spills, arrays in memory, call frames.
  int64_t scratch_bytes = 0;
  // The largest workgroup the kernel was compiled for; 0 if not recorded.
  int64_t max_threads = 0;

  friend bool operator==(const KernelStats&, const KernelStats&) = default;
};

// Statistics of every kernel in a code object, in the code object's order. `log` is the compile
// log; CUDA spill counts are found only there. kInvalidArgument for malformed bytes; kUnimplemented
// for a well-formed file of another machine (a host shared object has no such figures).
absl::StatusOr<std::vector<KernelStats>> ReadCodeObjectStats(absl::string_view code_object,
                                                             absl::string_view log = {});

// Statistics of one kernel; kNotFound, listing what is there, if the code object has no kernel of
// that name.
absl::StatusOr<KernelStats> ReadKernelStats(absl::string_view code_object,
                                            absl::string_view kernel_name,
                                            absl::string_view log = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_CODE_OBJECT_STATS_H_
