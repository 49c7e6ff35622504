// Processes that share a cache take turns at compiling one kernel: whoever comes second waits and
// finds it compiled.

#ifndef FFT_RTC_COMPILE_TURN_H_
#define FFT_RTC_COMPILE_TURN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "fft/rtc/child_process.h"
#include "fft/rtc/kernel_store.h"

namespace fft::rtc {

// Held for one key among all processes, and all threads, that use the same file. The system ends a
// turn with the process that holds it, however that process ends.
class CompileTurn {
 public:
  // Waits until it is this caller's turn, until `deadline`; then, and where the file
  // `<cache_path>.lock` cannot be made or locked, goes on without: turns save work, nothing depends
  // on them.
  CompileTurn(const std::string& cache_path, const CacheKey& key, const Deadline& deadline);
  CompileTurn(const CompileTurn&) = delete;
  CompileTurn& operator=(const CompileTurn&) = delete;

  // Whether no one else has the turn.
  bool held() const { return held_; }
  // Why the file is not used although it could be: somebody may have put it there for another
  // purpose (file_trust.h).
  const absl::Status& fault() const { return fault_; }

 private:
  void Open(const std::string& path);

  absl::Status fault_;
  FileDescriptor file_;
  bool held_ = false;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_COMPILE_TURN_H_
