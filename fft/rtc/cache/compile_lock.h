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

// A lock for one key among all processes and threads that use the same file. The system releases it
// when the process that holds it ends, even by a crash.
class CompileLock {
 public:
  // Waits for the lock until `deadline`, then goes on without it. Also goes on without it if the
  // file `<cache_path>.lock` cannot be made or locked. The lock saves work; nothing depends on it.
  CompileLock(const std::string& cache_path, const CacheKey& key, const Deadline& deadline);
  CompileLock(const CompileLock&) = delete;
  CompileLock& operator=(const CompileLock&) = delete;

  // Whether this object has the lock.
  bool held() const { return held_; }
  // Why an existing lock file is not used: another user may have put it there for another purpose
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
