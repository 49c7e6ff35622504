// Wisdom: choices that were made by timing, kept in the kernel cache's database.
//
// The database has one table of choices beside the kernels. The key is made of problem, device and
// versions. Keys and choices are texts that the store does not interpret. The process remembers
// what it puts, so a store without a usable file still serves its owner.

#ifndef FFT_RTC_CACHE_WISDOM_STORE_H_
#define FFT_RTC_CACHE_WISDOM_STORE_H_

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace fft::rtc {

// The key of a choice. With another device, or another version of compiler or library, the choice
// is not found.
struct WisdomKey {
  std::string problem;
  std::string device;
  std::string versions;
  friend auto operator<=>(const WisdomKey&, const WisdomKey&) = default;
};

// The store of choices. Thread-safe; several processes may use one file.
class WisdomStore {
 public:
  // `path` is a kernel cache's database, which is opened for each access. If it is empty, choices
  // are kept only in the process's memory.
  explicit WisdomStore(std::string path) : path_(std::move(path)), reads_file_(!path_.empty()) {}

  // The choice for a key; empty if nothing is known. Errors if the file cannot be read.
  absl::StatusOr<std::optional<std::string>> Get(const WisdomKey& key);

  // Inserts or replaces. Errors if the file cannot be written; the process remembers the choice
  // even then.
  absl::Status Put(const WisdomKey& key, const std::string& choice);

  // All choices in the file, and those that this process remembers. Errors if the file cannot be
  // read.
  absl::StatusOr<std::map<WisdomKey, std::string>> All();

  // Forgets all choices. From then on this store knows only what is put into it, whatever the file
  // holds.
  void Forget();

 private:
  const std::string path_;
  std::mutex mutex_;
  std::map<WisdomKey, std::string> known_;  // guarded by mutex_
  bool reads_file_;                         // guarded by mutex_
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_WISDOM_STORE_H_
