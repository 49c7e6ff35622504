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
// The caller of Run works too, and waits only for workers that have joined in: a grid that is done
// before they wake costs no more than waking them. Idle workers look out for the next grid for a
// short while before they sleep.
//
// Workers start with the pool, as many as the system gives. Thread-safe: concurrent calls of Run
// take turns, so a kernel must not launch another. Run allocates nothing.
//
// A fork of the process has no workers, and a lock that a thread held at that moment is held for
// ever. There Run works in the calling thread alone, and the end of the pool leaves all as it is.
//
// A grid that would end before other threads could help stays in the calling thread.
class HostThreadPool {
 public:
  // Nanoseconds of a block of a function when it ran last; 0: it never did.
  using BlockTime = std::atomic<float>;  // nanoseconds
  // `threads` counts the caller of Run.
  explicit HostThreadPool(int threads);
  HostThreadPool(const HostThreadPool&) = delete;
  HostThreadPool& operator=(const HostThreadPool&) = delete;
  ~HostThreadPool();

  // Calls function(args, first, end) for disjoint ranges that cover 0 <= block < blocks, and
  // returns when all have ended. `time` is the function's own; null: blocks are worth waking for.
  void Run(HostKernelFunction function, void* const* args, uint32_t blocks,
           BlockTime* time = nullptr);

  // Whether Run calls the function once, in the calling thread, whatever it takes.
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
