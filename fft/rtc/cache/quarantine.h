// Quarantine: a file that cannot be used is put out of the way, not destroyed.

#ifndef FFT_RTC_CACHE_QUARANTINE_H_
#define FFT_RTC_CACHE_QUARANTINE_H_

#include <string>

#include "absl/status/statusor.h"

namespace fft::rtc {

// The identity of the file that a path names; empty if there is no file. A later file of the same
// name has another identity.
std::string FileIdentity(const std::string& path);

// Renames `path`, and an SQLite journal that belongs to it, to a new name beside it, and returns
// the new name. Does nothing, and returns an empty name, if the path names no file of that
// identity. When several processes find a file damaged, one sets it aside, and none sets aside the
// file that comes after it. Errors name the path.
absl::StatusOr<std::string> QuarantineFile(const std::string& path, const std::string& identity);

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_QUARANTINE_H_
