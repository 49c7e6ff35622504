#include "inspector/server/http/gate.h"

#include <algorithm>

#include "absl/status/status.h"

namespace fft::inspector {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{50};  // time between two checks of a cancellation

}  // namespace

absl::StatusOr<std::shared_ptr<void>> Gate::Enter(const Cancellation& cancellation,
                                                  int64_t weight) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto fits = [&] { return inside_ + weight <= limits_.capacity; };
  if (weight > limits_.capacity) return absl::UnavailableError(limits_.busy);
  if (!line_.empty() || !fits()) {
    if (line_.size() >= limits_.waiting) return absl::UnavailableError(limits_.busy);
    const int64_t ticket = next_ticket_++;
    line_.push_back(ticket);
    const Clock::time_point end = Clock::now() + limits_.patience;
    while (!(line_.front() == ticket && fits()) && !cancellation.cancelled() &&
           Clock::now() < end) {
      changed_.wait_for(lock, kLook);
    }
    const bool turn = line_.front() == ticket && fits();
    line_.erase(std::find(line_.begin(), line_.end(), ticket));
    changed_.notify_all();
    if (!turn && !cancellation.cancelled()) return absl::UnavailableError(limits_.busy);
  }
  if (absl::Status status = cancellation.Check(); !status.ok()) return status;
  inside_ += weight;
  return std::shared_ptr<void>(nullptr, [this, weight](void*) { Leave(weight); });
}

bool Gate::quiet() {
  std::lock_guard<std::mutex> lock(mutex_);
  return line_.empty();
}

void Gate::Leave(int64_t weight) {
  std::lock_guard<std::mutex> lock(mutex_);
  inside_ -= weight;
  changed_.notify_all();
}

}  // namespace fft::inspector
