#include "fft/rtc/compile_error.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

absl::Status CheckText(const std::string& field, const std::string& text) {
  if (text.empty()) return InvalidField(field, "empty", "a non-empty text");
  if (text.find('\0') != std::string::npos) {
    return InvalidField(field, "a text with a zero byte", "a text without zero bytes");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckRequest(const CompileRequest& request, Linking linking) {
  FFT_RETURN_IF_ERROR(CheckText("kernel_name", request.kernel_name));
  FFT_RETURN_IF_ERROR(CheckText("source", request.source));
  FFT_RETURN_IF_ERROR(CheckText("arch", request.arch));
  for (const std::string& option : request.options) {
    FFT_RETURN_IF_ERROR(CheckText("options", option));
  }
  if (linking == Linking::kNone && !request.objects.empty()) {
    return InvalidField("callbacks.objects", absl::StrCat(request.objects.size()),
                        absl::StrCat("none, as kernels for ", request.arch, " are not linked"));
  }
  return absl::OkStatus();
}

absl::Status CompileError(absl::StatusCode code, const CompileRequest& request,
                          absl::string_view what, absl::string_view log) {
  std::string message =
      absl::StrCat("kernel \"", request.kernel_name, "\" for ", request.arch, ": ", what);
  if (!log.empty()) absl::StrAppend(&message, "\n", log);
  return absl::Status(code, message);
}

absl::StatusOr<GatePass> EnterCompiler(const CompileRequest& request) {
  absl::StatusOr<GatePass> pass = GatePass::Take();
  if (pass.ok()) return pass;
  return CompileError(pass.status().code(), request, pass.status().message());
}

}  // namespace fft::rtc
