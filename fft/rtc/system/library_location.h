// Files shipped with the library, found relative to the library itself.

#ifndef FFT_RTC_SYSTEM_LIBRARY_LOCATION_H_
#define FFT_RTC_SYSTEM_LIBRARY_LOCATION_H_

#include <string>

#include "absl/strings/string_view.h"

namespace fft::rtc {

// The folder of the file that this code was loaded from: the shared library's, or the program's
// when the library is linked statically. Empty if the system does not tell.
std::string LibraryFolder();

// The first of <folder>/<name> and <folder>/fft/<name> and <folder>/../lib/fft/<name> that exists,
// <folder> being LibraryFolder(); empty if there is none.
std::string FindBesideLibrary(absl::string_view name);

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_LIBRARY_LOCATION_H_
