#include "fft/rtc/host/host_thread_pool.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "fft/base/float_state.h"
#include "fft/base/worker_thread.h"

namespace fft::rtc {
namespace {

// The number of ranges per thread. It is enough to even out threads of different speed.
constexpr uint32_t kChunksPerThread = 4;

// How long an idle worker polls for work before it sleeps: about as long as waking it takes.
constexpr std::chrono::microseconds kLookOut(30);

// Nanoseconds. A grid that takes less is done before other threads have woken and joined in.
constexpr float kWorthWaking = 20000;  // nanoseconds

using Clock = std::chrono::steady_clock;

// Runs a range and keeps the time that a block of it took.
void RunTimed(HostKernelFunction function, void* const* args, uint32_t first, uint32_t end,
              HostThreadPool::BlockTime* time) {
  const Clock::time_point start = Clock::now();
  function(args, first, end);
  const std::chrono::duration<float, std::nano> spent = Clock::now() - start;
  time->store(std::max(spent.count(), 1.0f) / static_cast<float>(end - first),
              std::memory_order_relaxed);
}

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

class HostThreadPool::Crew {
 public:
  // Starts the workers, or as many of them as the system allows.
  explicit Crew(int workers);
  ~Crew();

  void Run(HostKernelFunction function, void* const* args, uint32_t blocks, BlockTime* time);

  int workers() const { return static_cast<int>(workers_.size()); }

 private:
  void Work();
  // Returns after a short while, or as soon as the epoch is no longer `seen`.
  void AwaitBriefly(uint64_t seen) const;
  // Runs chunks of the grid. The time of the first chunk is kept in `time`, if that is not null.
  void TakeChunks(BlockTime* time);

  std::vector<std::thread> workers_;
  std::mutex turn_;

  // The grid in progress. Run writes these members, under mutex_, while no worker has joined.
  HostKernelFunction function_ = nullptr;
  void* const* args_ = nullptr;
  uint32_t blocks_ = 0;
  uint32_t chunk_ = 1;
  std::atomic<uint64_t> next_block_ = 0;

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  // The number is odd while a grid is open to workers. It is written under mutex_, and read outside
  // of the mutex only as a hint.
  std::atomic<uint64_t> epoch_ = 0;
  int joined_ = 0;     // guarded by mutex_
  int sleeping_ = 0;   // guarded by mutex_
  bool stop_ = false;  // guarded by mutex_
};

HostThreadPool::Crew::Crew(int workers) {
  workers_.reserve(workers);
  for (int i = 0; i < workers; ++i) {
    std::optional<std::thread> worker = StartWorker([this] { Work(); });
    if (!worker) break;
    workers_.push_back(*std::move(worker));
  }
}

HostThreadPool::Crew::~Crew() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

HostThreadPool::HostThreadPool(int threads) : owner_(getpid()) {
  if (threads <= 1) return;
  crew_ = std::make_unique<Crew>(threads - 1);
  threads_ += crew_->workers();
}

HostThreadPool::~HostThreadPool() {
  // In a fork the copy of the crew is left alone: its threads cannot be joined, and its condition
  // variables may have waiting threads that no longer exist.
  if (IsFork()) static_cast<void>(crew_.release());
}

bool HostThreadPool::IsFork() const { return getpid() != owner_; }

void HostThreadPool::Run(HostKernelFunction function, void* const* args, uint32_t blocks,
                         BlockTime* time) {
  if (blocks == 0) return;
  const DefaultVectorState state;
  if (RunsInCaller(blocks)) {
    function(args, 0, blocks);
    return;
  }
  const float each = time == nullptr ? 0 : time->load(std::memory_order_relaxed);
  if (each > 0 && each * static_cast<float>(blocks) < kWorthWaking) {
    RunTimed(function, args, 0, blocks, time);
    return;
  }
  if (IsFork()) {
    function(args, 0, blocks);
    return;
  }
  crew_->Run(function, args, blocks, time);
}

void HostThreadPool::Crew::Run(HostKernelFunction function, void* const* args, uint32_t blocks,
                               BlockTime* time) {
  std::lock_guard turn(turn_);
  uint32_t to_wake = 0;
  {
    std::lock_guard lock(mutex_);
    function_ = function;
    args_ = args;
    blocks_ = blocks;
    chunk_ = std::max(1u, blocks / (static_cast<uint32_t>(workers_.size() + 1) * kChunksPerThread));
    next_block_.store(0, std::memory_order_relaxed);
    ++epoch_;
    to_wake = std::min(static_cast<uint32_t>(sleeping_), blocks - 1);
  }
  for (uint32_t i = 0; i < to_wake; ++i) start_.notify_one();
  TakeChunks(time);
  std::unique_lock lock(mutex_);
  ++epoch_;
  done_.wait(lock, [this] { return joined_ == 0; });
}

void HostThreadPool::Crew::Work() {
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
    TakeChunks(nullptr);
    lock.lock();
    if (--joined_ == 0) done_.notify_one();
  }
}

void HostThreadPool::Crew::AwaitBriefly(uint64_t seen) const {
  const auto end = std::chrono::steady_clock::now() + kLookOut;
  do {
    for (int i = 0; i < 32; ++i) {
      const uint64_t epoch = epoch_.load(std::memory_order_relaxed);
      if (epoch % 2 == 1 && epoch != seen) return;
      Pause();
    }
  } while (std::chrono::steady_clock::now() < end);
}

void HostThreadPool::Crew::TakeChunks(BlockTime* time) {
  for (BlockTime* timed = time;; timed = nullptr) {
    const uint64_t first = next_block_.fetch_add(chunk_, std::memory_order_relaxed);
    if (first >= blocks_) return;
    const uint64_t end = std::min<uint64_t>(first + chunk_, blocks_);
    if (timed != nullptr) {
      RunTimed(function_, args_, static_cast<uint32_t>(first), static_cast<uint32_t>(end), timed);
    } else {
      function_(args_, static_cast<unsigned>(first), static_cast<unsigned>(end));
    }
  }
}

}  // namespace fft::rtc
