// Which points of a line the passes of a kernel read and write in LDS: the one statement of it for
// whoever counts or draws accesses. fft/kernels/lines/pass.h has the mathematics, lds_tile.cc
// generates it.
#ifndef FFT_CORE_LDS_POINTS_H_
#define FFT_CORE_LDS_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fft/core/kernel_shape.h"

namespace fft {

// The points of one pass, counted as they lie in LDS: point k of a butterfly is `step` times k
// after its point 0.
class LdsPoints {
 public:
  // `factors` must outlive this; their product is the length.
  LdsPoints(std::span<const int> factors, Exchange exchange, size_t pass)
      : factors_(factors.first(pass)), in_place_(exchange == Exchange::kInPlace) {
    for (int r : factors.first(pass)) stride_ *= r;
    for (int r : factors.subspan(pass + 1)) groups_ *= r;
    radix_ = factors[pass];
  }

  int64_t butterflies() const { return stride_ * groups_; }
  int64_t read_step() const { return in_place_ ? groups_ : butterflies(); }
  int64_t written_step() const { return in_place_ ? groups_ : stride_; }
  // Point 0 of butterfly i, one that exists.
  int64_t Read(int64_t i) const { return in_place_ ? Own(i) : i; }
  int64_t Written(int64_t i) const {
    return in_place_ ? Own(i) : i % stride_ + i / stride_ * stride_ * radix_;
  }

 private:
  int64_t Own(int64_t i) const {
    if (groups_ > 1) return i / groups_ * groups_ * radix_ + i % groups_;
    int64_t point = 0, step = stride_ * radix_;
    for (int r : factors_) {
      step /= r;
      point += i % r * step;
      i /= r;
    }
    return point;
  }

  std::span<const int> factors_;  // of the passes before
  bool in_place_;
  int64_t stride_ = 1, groups_ = 1, radix_ = 1;
};

}  // namespace fft

#endif  // FFT_CORE_LDS_POINTS_H_
