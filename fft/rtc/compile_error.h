// Checks of requests and texts of errors that all compilers share.

#ifndef FFT_RTC_COMPILE_ERROR_H_
#define FFT_RTC_COMPILE_ERROR_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/system/exit_gate.h"

namespace fft::rtc {

// Whether a compiler links kernels to CompileRequest::objects.
enum class Linking { kNone, kObjects };

// Checks a request. kInvalidArgument, naming the field, in these cases: it has no kernel name,
// source or architecture; a text that goes to a C interface holds a zero byte; it has objects and
// the compiler links none.
absl::Status CheckRequest(const CompileRequest& request, Linking linking = Linking::kNone);

// An error of the form `kernel "NAME" for ARCH: WHAT` and, on further lines, the log.
absl::Status CompileError(absl::StatusCode code, const CompileRequest& request,
                          absl::string_view what, absl::string_view log = {});

// The right to compile the request in this process; kUnavailable while the program ends.
absl::StatusOr<GatePass> EnterCompiler(const CompileRequest& request);

}  // namespace fft::rtc

#endif  // FFT_RTC_COMPILE_ERROR_H_
