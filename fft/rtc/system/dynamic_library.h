// A shared library opened at run time, and typed look-up of its functions.

#ifndef FFT_RTC_SYSTEM_DYNAMIC_LIBRARY_H_
#define FFT_RTC_SYSTEM_DYNAMIC_LIBRARY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace fft::rtc {

// An open library. It is a value: copies name the same library. The library stays loaded until the
// process ends, because GPU runtimes start threads and register handlers that outlive any use of
// them.
class DynamicLibrary {
 public:
  // Opens the first of `candidates` (names or paths) that loads. `what` names the library in the
  // error, kUnavailable, which tells why each candidate did not load.
  static absl::StatusOr<DynamicLibrary> Open(const std::string& what,
                                             const std::vector<std::string>& candidates);

  // Like Open for one name, but only if the process has already loaded it.
  static absl::StatusOr<DynamicLibrary> FindLoaded(const std::string& name);

  // Sets `function` to the entry point `symbol`; kUnavailable if there is none.
  template <typename Function>
  absl::Status Bind(const char* symbol, Function** function) const {
    absl::StatusOr<void*> address = Lookup(symbol);
    if (!address.ok()) return address.status();
    *function = reinterpret_cast<Function*>(*address);
    return absl::OkStatus();
  }

  // The file that was loaded, symbolic links resolved.
  const std::string& path() const { return path_; }

  // "libname.so.1.2.3 (12345 bytes)": tells builds of a library apart.
  std::string Identity() const;

 private:
  DynamicLibrary(void* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  static DynamicLibrary FromHandle(void* handle, const std::string& name);
  absl::StatusOr<void*> Lookup(const char* symbol) const;

  void* handle_;
  std::string path_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_SYSTEM_DYNAMIC_LIBRARY_H_
