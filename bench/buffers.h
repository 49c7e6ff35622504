// Memory that a benchmark reads and writes.
#ifndef BENCH_BUFFERS_H_
#define BENCH_BUFFERS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/rtc/device.h"

namespace fft::bench {

// Pointers to element 0 of each array of one execution. In place, `out` equals `in`. The imaginary
// planes are null for interleaved and real formats.
struct Arrays {
  void* in = nullptr;
  void* in_imag = nullptr;
  void* out = nullptr;
  void* out_imag = nullptr;
};

// Return the bytes that one execution of a completed problem reads and writes. Gaps between
// elements do not count.
int64_t BytesRead(const Problem& problem);
int64_t BytesWritten(const Problem& problem);

// Returns how many sets of arrays to rotate through so that a cache of `cache_bytes` holds no data
// of a set when the set is used again. A set larger than twice the cache needs no other set: 1.
int RotationCount(int64_t set_bytes, int64_t cache_bytes);

// Returns how many in-place executions a set of arrays allows before its numbers could overflow.
// Each execution multiplies them by about sqrt(N). 0 means any number of executions (out of place).
int64_t ExecutionsBeforeOverflow(const Problem& problem);

// Several sets of arrays of one problem. Their inputs hold random numbers.
class RotatingArrays {
 public:
  static absl::StatusOr<RotatingArrays> Allocate(const Problem& problem, int count,
                                                 rtc::Device* device);

  const Arrays& operator[](int64_t i) const { return sets_[i % sets_.size()]; }
  int64_t count() const { return static_cast<int64_t>(sets_.size()); }

  // Fills the inputs with the random numbers again.
  absl::Status Refill(rtc::Stream stream) const;

 private:
  struct Plane {
    rtc::DeviceBuffer buffer;
    bool is_input = false;
  };

  absl::StatusOr<void*> Add(int64_t bytes, bool is_input);

  rtc::Device* device_ = nullptr;
  rtc::DeviceBuffer random_;  // the values that inputs are filled with
  std::vector<Plane> planes_;
  std::vector<Arrays> sets_;
};

}  // namespace fft::bench

#endif  // BENCH_BUFFERS_H_
