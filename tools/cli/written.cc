#include "tools/cli/written.h"

#include "absl/strings/str_cat.h"

namespace fft::cli {

absl::Status CheckWritten(const std::string& name, std::ostream* stream) {
  if (stream->flush()) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(name, " cannot be written"));
}

}  // namespace fft::cli
