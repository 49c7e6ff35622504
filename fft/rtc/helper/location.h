// Where fft_rtc_helper lies.

#ifndef FFT_RTC_HELPER_LOCATION_H_
#define FFT_RTC_HELPER_LOCATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace fft::rtc {

// The paths at which the helper of a library in `folder` may lie, in order: in `folder`, in its
// subfolder fft, in lib/fft and libexec/fft of the installation prefix, and in the Bazel output
// tree that `folder` is part of.
std::vector<std::string> HelperCandidates(absl::string_view folder);

// `path` if given, else the first candidate of LibraryFolder() that may be executed. kUnavailable,
// listing what was tried, if there is none.
absl::StatusOr<std::string> FindHelper(const std::string& path);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_LOCATION_H_
