// Memory that a benchmark reads and writes.
#ifndef BENCH_BUFFERS_H_
#define BENCH_BUFFERS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/rtc/device.h"

namespace fft::bench {

// Element 0 of the arrays of one execution. In place, `out` equals `in`. The imaginary planes are
// null for interleaved and real formats.
struct Arrays {
  void* in = nullptr;
  void* in_imag = nullptr;
  void* out = nullptr;
  void* out_imag = nullptr;
};

// Bytes of the elements read and written by one execution of a completed problem, gaps left out.
int64_t BytesRead(const Problem& problem);
int64_t BytesWritten(const Problem& problem);

// How many sets of arrays to rotate through so that a cache of `cache_bytes` holds nothing of the
// execution before last: 1 when one set is large enough.
int RotationCount(int64_t set_bytes, int64_t cache_bytes);

// How many executions in place a set of arrays takes before its numbers could overflow; they grow
// by sqrt(N) each time. 0: any number (out of place).
int64_t ExecutionsBeforeOverflow(const Problem& problem);

// Several sets of arrays of one problem, inputs filled with random numbers.
class RotatingArrays {
 public:
  static absl::StatusOr<RotatingArrays> Allocate(const Problem& problem, int count,
                                                 rtc::Device* device);

  const Arrays& operator[](int64_t i) const { return sets_[i % sets_.size()]; }
  int64_t count() const { return static_cast<int64_t>(sets_.size()); }

  // Fills the inputs anew.
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
