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

// The caller of Run works too, and waits only for workers that have joined in: a grid that is done
// before they wake costs no more than waking them. Idle workers look out for the next grid for a
// short while before they sleep.
//
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
  // Returns after a short while, or as soon as the epoch is no longer `seen`.
  void AwaitBriefly(uint64_t seen) const;
  void TakeChunks();

  const int threads_;
  std::vector<std::thread> workers_;  // guarded by turn_
  std::mutex turn_;

  // The grid in progress. Written by Run, under mutex_, while no worker has joined.
  HostKernelFunction function_ = nullptr;
  void* const* args_ = nullptr;
  uint32_t blocks_ = 0;
  uint32_t chunk_ = 1;
  std::atomic<uint64_t> next_block_ = 0;

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  // Odd while a grid is open to workers. Written under mutex_; read outside of it only as a hint.
  std::atomic<uint64_t> epoch_ = 0;
  int joined_ = 0;     // guarded by mutex_
  int sleeping_ = 0;   // guarded by mutex_
  bool stop_ = false;  // guarded by mutex_
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_THREAD_POOL_H_
