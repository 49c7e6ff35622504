// The instructions of compiled kernels as text.

#ifndef FFT_RTC_OBJECTS_DISASSEMBLE_H_
#define FFT_RTC_OBJECTS_DISASSEMBLE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

struct Listing {
  std::string text;  // a line for each instruction, "1900:\tv_add_u32_e32 v1, s2, v0"
  // For each line of the text, the line of the source, from 1, that it comes from, or 0.
  // Instructions of headers have 0. Empty if the code has no line table.
  std::vector<int> source_lines;
};

// The instructions of a code object: AMD's and the processor's by (llvm-)objdump, NVIDIA's by
// nvdisasm. PTX is returned as it is. Unavailable if the tool is not installed; it has 20 seconds.
// The option -g1 makes g++, clang and hipRTC write the line table, and does not change the code.
absl::StatusOr<Listing> Disassemble(absl::string_view code_object);

// The instructions in the text that a disassembler prints. The text's head, the encodings that
// llvm-objdump puts behind AMD's instructions, and padding at the end are left out.
Listing PlainListing(absl::string_view printed);

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_DISASSEMBLE_H_
