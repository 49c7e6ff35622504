#include "tests/verify/plan_ahead.h"

#include <algorithm>
#include <utility>

namespace fft::testing {

PlanAhead::PlanAhead(size_t count, int threads, Producer producer)
    : count_(count),
      window_(2 * static_cast<size_t>(std::max(threads, 1))),
      producer_(std::move(producer)) {
  for (int i = 0; i < std::max(threads, 1); ++i) threads_.emplace_back([this] { Work(); });
}

PlanAhead::~PlanAhead() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool PlanAhead::MayStart() const {
  return stopped_ || started_ == count_ || started_ < taken_ + window_;
}

bool PlanAhead::IsReady() const { return ready_.count(taken_) > 0; }

void PlanAhead::Work() {
  while (true) {
    size_t index = 0;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return MayStart(); });
      if (stopped_ || started_ == count_) return;
      index = started_++;
    }
    PreparedCase product = producer_(index);
    const std::lock_guard lock(mutex_);
    ready_.emplace(index, std::move(product));
    changed_.notify_all();
  }
}

PreparedCase PlanAhead::Take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return IsReady(); });
  PreparedCase product = std::move(ready_.at(taken_));
  ready_.erase(taken_++);
  changed_.notify_all();
  return product;
}

}  // namespace fft::testing
