// A small persistent pool that runs a function over the blocks of a grid.

#ifndef FFT_RTC_HOST_HOST_THREAD_POOL_H_
#define FFT_RTC_HOST_HOST_THREAD_POOL_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "fft/rtc/host/host_device.h"

namespace fft::rtc {

// Threads that run the workgroups of a grid together.
//
// The caller of Run works too, and waits only for workers that have joined in. So a grid that is
// done before they wake only costs the time of waking them. Idle workers wait a short time for the
// next grid before they sleep.
//
// Workers start with the pool, as many as the system gives. Thread-safe: concurrent calls of Run
// take turns, so a kernel must not launch another. Run allocates nothing.
//
// A fork of the process has no workers, and a lock that a thread held during the fork stays locked.
// In a fork Run works only in the calling thread, and the destructor of the pool does nothing.
//
// A grid that would end before other threads could help stays in the calling thread.
class HostThreadPool {
 public:
  // Nanoseconds that a block of a function took when it ran last; 0 if it never ran.
  using BlockTime = std::atomic<float>;  // nanoseconds
  // `threads` counts the caller of Run.
  explicit HostThreadPool(int threads);
  HostThreadPool(const HostThreadPool&) = delete;
  HostThreadPool& operator=(const HostThreadPool&) = delete;
  ~HostThreadPool();

  // Calls function(args, first, end) for disjoint ranges that cover 0 <= block < blocks, and
  // returns when all have ended. `time` keeps how long a block of this function takes, and decides
  // whether the grid is long enough for other threads. Without `time` other threads always join in.
  void Run(HostKernelFunction function, void* const* args, uint32_t blocks,
           BlockTime* time = nullptr);

  // Whether Run calls the function once, in the calling thread, however long it takes.
  bool RunsInCaller(uint32_t blocks) const { return threads_ <= 1 || blocks <= 1; }

  // The number of threads there are, with the caller of Run.
  int threads() const { return threads_; }

 private:
  class Crew;

  bool IsFork() const;

  const pid_t owner_;
  std::unique_ptr<Crew> crew_;
  int threads_ = 1;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_HOST_THREAD_POOL_H_
