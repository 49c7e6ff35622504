// A gate bounds how much is done, or held, at once. Those who come too many wait in order of
// arrival.
#ifndef INSPECTOR_SERVER_HTTP_GATE_H_
#define INSPECTOR_SERVER_HTTP_GATE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "inspector/server/http/cancellation.h"

namespace fft::inspector {

// A gate of some capacity. Thread safe. Must outlive the places that it gives.
class Gate {
 public:
  struct Limits {
    int64_t capacity = 1;  // the sum of weights inside
    size_t waiting = 16;   // more are turned away at once
    std::chrono::milliseconds patience{20000};
    std::string busy;  // the message for those who are turned away
  };

  explicit Gate(Limits limits) : limits_(std::move(limits)) {}

  // Waits for a place of this weight; it is given back when the pointer's last copy goes.
  // Unavailable where too many wait already, where patience ends, and for weights beyond the
  // capacity; Cancelled when `cancellation` is.
  absl::StatusOr<std::shared_ptr<void>> Enter(const Cancellation& cancellation, int64_t weight = 1);

  // Nobody waits.
  bool quiet();

 private:
  void Leave(int64_t weight);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int64_t> line_;  // tickets of those who wait
  int64_t next_ticket_ = 0;
  int64_t inside_ = 0;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_GATE_H_
