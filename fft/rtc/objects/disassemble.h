// The instructions of compiled kernels as text.

#ifndef FFT_RTC_OBJECTS_DISASSEMBLE_H_
#define FFT_RTC_OBJECTS_DISASSEMBLE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

// A line for each instruction of a code object, "1900:\tv_add_u32_e32 v1, s2, v0": AMD's and the
// processor's by (llvm-)objdump, NVIDIA's by nvdisasm. PTX is returned as it is. Unavailable where
// the tool is not installed; it has 20 seconds.
absl::StatusOr<std::string> Disassemble(absl::string_view code_object);

// The instructions in what such a tool prints: without its head, the encodings that llvm-objdump
// puts behind AMD's instructions, and padding behind their end.
std::string PlainListing(absl::string_view printed);

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_DISASSEMBLE_H_
