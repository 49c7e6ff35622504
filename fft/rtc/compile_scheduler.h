// Compiles many kernels at once.
//
// Jobs run on a bounded number of threads; the compiler behind them decides how far they overlap.
// Jobs with equal keys are compiled once.

#ifndef FFT_RTC_COMPILE_SCHEDULER_H_
#define FFT_RTC_COMPILE_SCHEDULER_H_

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

struct CompileJob {
  CacheKey key;
  // As KernelCache::RequestProducer, but it may be called on another thread than the caller's.
  std::function<absl::StatusOr<CompileRequest>()> request;
  // Judges code that a helper returns, as KernelCache::CodeCheck does. Empty accepts everything.
  std::function<absl::Status(const CodeObject&)> accept;
  CancelToken cancel;
};

struct CompileSchedulerOptions {
  // The number of threads, the caller's included; 0 takes one per processor.
  int threads = 0;
};

// Compiles jobs on a bounded number of threads. Thread-safe.
class CompileScheduler {
 public:
  explicit CompileScheduler(const CompileSchedulerOptions& options = {});

  // Results in the order of `jobs`. One job's error does not stop the others.
  std::vector<absl::StatusOr<CachedKernel>> CompileAll(absl::Span<const CompileJob> jobs,
                                                       KernelCache& cache,
                                                       Compiler& compiler) const;

  int threads() const { return threads_; }

 private:
  int threads_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_COMPILE_SCHEDULER_H_
