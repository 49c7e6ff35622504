// A small persistent pool that runs a function over the blocks of a grid.

#ifndef FFT_RTC_HOST_THREAD_POOL_H_
#define FFT_RTC_HOST_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "fft/rtc/host_device.h"

namespace fft::rtc {

// Thread-safe: concurrent calls of Run take turns, so a kernel must not launch another. Workers
// start with the first grid of more than one block. Run allocates nothing after that.
class HostThreadPool {
 public:
  // `threads` counts the caller of Run.
  explicit HostThreadPool(int threads) : threads_(threads) {}
  HostThreadPool(const HostThreadPool&) = delete;
  HostThreadPool& operator=(const HostThreadPool&) = delete;
  ~HostThreadPool();

  // Calls function(args, first, end) for disjoint ranges that cover 0 <= block < blocks, and
  // returns when all have ended.
  void Run(HostKernelFunction function, void* const* args, uint32_t blocks);

  int threads() const { return threads_; }

 private:
  void StartWorkers();
  void Work();
  void TakeChunks();

  const int threads_;
  std::vector<std::thread> workers_;  // guarded by turn_
  std::mutex turn_;

  // The grid in progress. Written under mutex_ while no worker is busy.
  HostKernelFunction function_ = nullptr;
  void* const* args_ = nullptr;
  uint32_t blocks_ = 0;
  uint32_t chunk_ = 1;
  std::atomic<uint64_t> next_block_ = 0;

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  uint64_t generation_ = 0;  // guarded by mutex_
  int busy_workers_ = 0;     // guarded by mutex_
  bool stop_ = false;        // guarded by mutex_
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_THREAD_POOL_H_
