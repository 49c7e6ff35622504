#include "fft/rtc/host_thread_pool.h"

#include <algorithm>
#include <chrono>

namespace fft::rtc {
namespace {

// Ranges per thread: enough to even out threads of different speed.
constexpr uint32_t kChunksPerThread = 4;

// How long an idle worker looks out before it sleeps: about what waking it costs.
constexpr std::chrono::microseconds kLookOut(30);

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

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
  uint32_t to_wake = 0;
  {
    std::lock_guard lock(mutex_);
    function_ = function;
    args_ = args;
    blocks_ = blocks;
    chunk_ = std::max(1u, blocks / (static_cast<uint32_t>(threads_) * kChunksPerThread));
    next_block_.store(0, std::memory_order_relaxed);
    ++epoch_;
    to_wake = std::min(static_cast<uint32_t>(sleeping_), blocks - 1);
  }
  for (uint32_t i = 0; i < to_wake; ++i) start_.notify_one();
  TakeChunks();
  std::unique_lock lock(mutex_);
  ++epoch_;
  done_.wait(lock, [this] { return joined_ == 0; });
}

void HostThreadPool::StartWorkers() {
  for (int i = 1; i < threads_; ++i) workers_.emplace_back([this] { Work(); });
}

void HostThreadPool::Work() {
  uint64_t seen = 0;
  const auto is_called = [&] { return stop_ || (epoch_ % 2 == 1 && epoch_ != seen); };
  while (true) {
    AwaitBriefly(seen);
    std::unique_lock lock(mutex_);
    ++sleeping_;
    start_.wait(lock, is_called);
    --sleeping_;
    if (stop_) return;
    seen = epoch_;
    ++joined_;
    lock.unlock();
    TakeChunks();
    lock.lock();
    if (--joined_ == 0) done_.notify_one();
  }
}

void HostThreadPool::AwaitBriefly(uint64_t seen) const {
  const auto end = std::chrono::steady_clock::now() + kLookOut;
  do {
    for (int i = 0; i < 32; ++i) {
      const uint64_t epoch = epoch_.load(std::memory_order_relaxed);
      if (epoch % 2 == 1 && epoch != seen) return;
      Pause();
    }
  } while (std::chrono::steady_clock::now() < end);
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
