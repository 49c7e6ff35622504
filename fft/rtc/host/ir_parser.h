// Reads a kernel's text in LLVM's intermediate representation.
#ifndef FFT_RTC_HOST_IR_PARSER_H_
#define FFT_RTC_HOST_IR_PARSER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/host/ir_function.h"

namespace fft::rtc {

// Reads the function fft_body of a text as fft/codegen/emit/llvm_ir.h writes it. InvalidArgument
// names the line that is not understood.
absl::StatusOr<IrFunction> ParseIrFunction(absl::string_view text);

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_IR_PARSER_H_
