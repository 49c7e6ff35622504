#include "compat/gpu/handles.h"

#include <limits>
#include <mutex>
#include <utility>

namespace fft::compat {

int Handles::Add(std::shared_ptr<Handle> handle) {
  std::lock_guard lock(mutex_);
  do {
    last_ = last_ == std::numeric_limits<int>::max() ? 1 : last_ + 1;
  } while (handles_.count(last_) > 0);
  handles_[last_] = std::move(handle);
  return last_;
}

std::shared_ptr<Handle> Handles::Find(int number) const {
  std::shared_lock lock(mutex_);
  const auto found = handles_.find(number);
  return found == handles_.end() ? nullptr : found->second;
}

bool Handles::Remove(int number) {
  std::shared_ptr<Handle> removed;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  const auto found = handles_.find(number);
  if (found == handles_.end()) return false;
  removed = std::move(found->second);
  handles_.erase(found);
  return true;
}

}  // namespace fft::compat
