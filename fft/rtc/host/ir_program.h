// Kernels that run where there is no compiler: their text in LLVM's intermediate representation is
// read once, and its instructions are run as steps (ir_steps.h).
#ifndef FFT_RTC_HOST_IR_PROGRAM_H_
#define FFT_RTC_HOST_IR_PROGRAM_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/host/ir_steps.h"

namespace fft::rtc {

// A kernel as steps on a frame, which holds constants, then values, then the kernel's arrays. Each
// thread that runs it has a frame of its own.
class IrProgram {
 public:
  struct Parameter {
    uint32_t place;  // the place in the frame, in bytes
    int bytes;
  };
  struct Parts {
    std::vector<Step> steps;
    std::vector<Parameter> parameters;  // the kernel's, then first_block and end_block
    std::string constants;              // the frame's first bytes
    int64_t frame_bytes = 0;
  };
  explicit IrProgram(Parts parts) : parts_(std::move(parts)) {}

  // Reads the function fft_body of a kernel's text (fft/codegen/emit/llvm_ir.h), which the entry
  // points only call. InvalidArgument names the line that is not understood.
  static absl::StatusOr<IrProgram> Parse(absl::string_view text);

  // Runs workgroups, as a HostKernelFunction does. Like a compiled kernel it takes memory only if
  // its frame does not fit the stack (ThreadScratch).
  void Run(void* const* args, unsigned first_block, unsigned end_block) const;

 private:
  void RunIn(char* frame, void* const* args, unsigned first_block, unsigned end_block) const;

  Parts parts_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_IR_PROGRAM_H_
