#include "fft/rtc/host_thread_pool.h"

#include <algorithm>

namespace fft::rtc {
namespace {

// Ranges per thread: enough to even out threads of different speed.
constexpr uint32_t kChunksPerThread = 4;

}  // namespace

HostThreadPool::~HostThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void HostThreadPool::Run(HostKernelFunction function, void* const* args, uint32_t blocks) {
  if (blocks == 0) return;
  if (threads_ <= 1 || blocks == 1) {
    function(args, 0, blocks);
    return;
  }
  std::lock_guard turn(turn_);
  if (workers_.empty()) StartWorkers();
  {
    std::lock_guard lock(mutex_);
    function_ = function;
    args_ = args;
    blocks_ = blocks;
    chunk_ = std::max(1u, blocks / (static_cast<uint32_t>(threads_) * kChunksPerThread));
    next_block_.store(0, std::memory_order_relaxed);
    busy_workers_ = static_cast<int>(workers_.size());
    ++generation_;
  }
  start_.notify_all();
  TakeChunks();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_workers_ == 0; });
}

void HostThreadPool::StartWorkers() {
  for (int i = 1; i < threads_; ++i) workers_.emplace_back([this] { Work(); });
}

void HostThreadPool::Work() {
  uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [&] { return stop_ || generation_ != seen; });
    if (stop_) return;
    seen = generation_;
    lock.unlock();
    TakeChunks();
    lock.lock();
    if (--busy_workers_ == 0) done_.notify_one();
  }
}

void HostThreadPool::TakeChunks() {
  while (true) {
    const uint64_t first = next_block_.fetch_add(chunk_, std::memory_order_relaxed);
    if (first >= blocks_) return;
    const uint64_t end = std::min<uint64_t>(first + chunk_, blocks_);
    function_(args_, static_cast<unsigned>(first), static_cast<unsigned>(end));
  }
}

}  // namespace fft::rtc
