// Files that others may have put into a folder of the server's.
#ifndef INSPECTOR_SERVER_HTTP_REGULAR_FILE_H_
#define INSPECTOR_SERVER_HTTP_REGULAR_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace fft::inspector {

// The text of a regular file of at most `most_bytes`; never waits. NotFound where there is no file,
// FailedPrecondition for a link, a FIFO, a device, a folder or a longer file.
absl::StatusOr<std::string> ReadRegularFile(const std::string& path, size_t most_bytes);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_REGULAR_FILE_H_
