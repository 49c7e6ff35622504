// Whose files may be used as caches: the code in a cache is run.

#ifndef FFT_RTC_SYSTEM_FILE_TRUST_H_
#define FFT_RTC_SYSTEM_FILE_TRUST_H_

#include <sys/stat.h>

#include <string>

#include "absl/status/status.h"

namespace fft::rtc {

// OK if only this user, root and the owner of the running program can change the database at `path`
// or put another in its place, or if there is nothing yet. Otherwise kFailedPrecondition, naming
// the path. That is so if the file is no regular file (a FIFO would block whoever opens it) or
// belongs to somebody else, and if its group or others may write it. It is also so for a link that
// somebody else has put there, and in a folder in which others may replace the file. The same holds
// for its journals.
absl::Status CheckTrustedDatabase(const std::string& path);

// The same check of one file, which `info` describes.
absl::Status CheckTrustedFile(const std::string& path, const struct stat& info);

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_FILE_TRUST_H_
