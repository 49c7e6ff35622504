// Makes plans on several threads before they are used. They are taken in order, and memory is
// bounded.
//
// Compiling kernels takes most of the time of a verification. Meanwhile the caller computes
// references and runs transforms.
#ifndef TESTS_VERIFY_PLAN_AHEAD_H_
#define TESTS_VERIFY_PLAN_AHEAD_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/verify/verify_case.h"

namespace fft::testing {

class PlanAhead {
 public:
  using Producer = std::function<PreparedCase(size_t index)>;

  // Calls producer(0 .. count - 1), at most `threads` of them at once and at most 2 * `threads`
  // ahead of Take.
  PlanAhead(size_t count, int threads, Producer producer);
  // Waits for the running producers.
  ~PlanAhead();

  // Returns the next product, in order. It may be called `count` times.
  PreparedCase Take();

 private:
  void Work();
  // The caller of both functions holds mutex_.
  bool MayStart() const;
  bool IsReady() const;

  const size_t count_;
  const size_t window_;
  const Producer producer_;
  // Guards the members below. It is a mutex of the standard library, which the thread sanitizer
  // knows.
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t started_ = 0;
  size_t taken_ = 0;
  bool stopped_ = false;
  std::map<size_t, PreparedCase> ready_;
  std::vector<std::thread> threads_;
};

}  // namespace fft::testing

#endif  // TESTS_VERIFY_PLAN_AHEAD_H_
