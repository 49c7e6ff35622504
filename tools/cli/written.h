// Checks that the output of a program has reached its file.
#ifndef TOOLS_CLI_WRITTEN_H_
#define TOOLS_CLI_WRITTEN_H_

#include <ostream>
#include <string>

#include "absl/status/status.h"

namespace fft::cli {

// Flushes the stream. An error says that `name` cannot be written, for example because the disk is
// full.
absl::Status CheckWritten(const std::string& name, std::ostream* stream);

}  // namespace fft::cli

#endif  // TOOLS_CLI_WRITTEN_H_
