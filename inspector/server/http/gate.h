// A gate limits how much is done or held at once. Callers beyond the limit wait in order of
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

// A gate with a capacity, in which each place has a weight. Thread safe. It must outlive its
// places.
class Gate {
 public:
  struct Limits {
    int64_t capacity = 1;  // the largest sum of the weights of all places
    size_t waiting = 16;   // the most waiting callers; more are refused at once
    std::chrono::milliseconds patience{20000};
    std::string busy;  // the message of a refusal
  };

  explicit Gate(Limits limits) : limits_(std::move(limits)) {}

  // Waits for a place of this weight. The place is free again when the last copy of the pointer is
  // destroyed. Unavailable if too many callers wait, if the wait exceeds `patience`, or if the
  // weight exceeds the capacity. Cancelled if `cancellation` is cancelled.
  absl::StatusOr<std::shared_ptr<void>> Enter(const Cancellation& cancellation, int64_t weight = 1);

  // Whether no caller waits.
  bool quiet();

 private:
  void Leave(int64_t weight);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int64_t> line_;  // tickets of waiting callers
  int64_t next_ticket_ = 0;
  int64_t inside_ = 0;
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_GATE_H_
