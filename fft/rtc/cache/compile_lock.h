// A lock by which processes that share a cache take turns at compiling a kernel. The second one
// waits for the lock and finds the kernel compiled.

#ifndef FFT_RTC_CACHE_COMPILE_LOCK_H_
#define FFT_RTC_CACHE_COMPILE_LOCK_H_

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/child_process.h"

namespace fft::rtc {

// A lock for one key among all processes, and all threads, that use the same file. The system
// releases it with the process that holds it, however that process ends.
class CompileLock {
 public:
  // Waits for the lock, until `deadline`; then, and where the file `<cache_path>.lock` cannot be
  // made or locked, goes on without it. The lock saves work; nothing depends on it.
  CompileLock(const std::string& cache_path, const CacheKey& key, const Deadline& deadline);
  CompileLock(const CompileLock&) = delete;
  CompileLock& operator=(const CompileLock&) = delete;

  // Whether no one else has the lock.
  bool held() const { return held_; }
  // Why an existing lock file is not used: somebody may have put it there for another purpose
  // (file_trust.h).
  const absl::Status& fault() const { return fault_; }

 private:
  void Open(const std::string& path);

  absl::Status fault_;
  FileDescriptor file_;
  bool held_ = false;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_COMPILE_LOCK_H_
