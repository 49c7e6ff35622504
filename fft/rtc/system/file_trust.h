// Whose files may be used as caches: the code in a cache is run.

#ifndef FFT_RTC_SYSTEM_FILE_TRUST_H_
#define FFT_RTC_SYSTEM_FILE_TRUST_H_

#include <sys/stat.h>

#include <string>

#include "absl/status/status.h"

namespace fft::rtc {

// Returns OK if only this user, root and the owner of the running program can change the database
// at `path` or put another in its place, or if there is nothing yet. Otherwise returns
// kFailedPrecondition, naming the path. A file is refused if it is no regular file (a FIFO would
// block whoever opens it), if it belongs to somebody else, or if its group or others may write it.
// A link that somebody else has made is refused too, and so is a folder in which others may replace
// the file. The same holds for the database's journals.
absl::Status CheckTrustedDatabase(const std::string& path);

// Checks one file in the same way; `info` describes it.
absl::Status CheckTrustedFile(const std::string& path, const struct stat& info);

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_FILE_TRUST_H_
