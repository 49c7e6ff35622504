// Which points of a line the passes of a kernel read and write in LDS: the one statement of it for
// whoever counts or draws accesses. fft/kernels/lines/pass.h has the mathematics, lds_tile.cc
// generates it.
#ifndef FFT_SHAPES_LDS_POINTS_H_
#define FFT_SHAPES_LDS_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fft/shapes/kernel_shape.h"

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

// The passes of planes that a workgroup holds: along x for all rows, then along y for all columns.
// The butterflies of a pass are one list over all lines (fft/kernels/plane/emit.h): those of a row
// follow each other, then those of the next row; along y, those of neighbouring columns.
struct PlanePasses {
  int64_t x_length = 1, y_length = 1;
  std::span<const int> x_factors, y_factors;
  int threads = 1;
  int planes = 1;

  size_t count() const { return x_factors.size() + y_factors.size(); }
};

class PlanePoints {
 public:
  // `passes` must outlive this.
  PlanePoints(const PlanePasses& passes, size_t pass)
      : is_row_(pass < passes.x_factors.size()),
        radix_((is_row_ ? passes.x_factors : passes.y_factors)[OfAxis(passes, pass)]),
        points_(is_row_ ? passes.x_factors : passes.y_factors, Exchange::kFull,
                OfAxis(passes, pass)),
        fast_(is_row_ ? points_.butterflies() : passes.x_length),
        slow_(is_row_ ? passes.y_length : points_.butterflies()),
        rows_(passes.y_length),
        butterflies_(fast_ * slow_ * passes.planes) {}

  int radix() const { return radix_; }
  int64_t butterflies() const { return butterflies_; }  // of all lines

  struct Point {
    int64_t x, row;  // rows of all planes
  };
  // Point k of butterfly `number` of the list, one that exists.
  Point Read(int64_t number, int k) const {
    const int64_t i = IndexOf(number);
    return At(number, points_.Read(i) + k * points_.read_step());
  }
  Point Written(int64_t number, int k) const {
    const int64_t i = IndexOf(number);
    return At(number, points_.Written(i) + k * points_.written_step());
  }

 private:
  static size_t OfAxis(const PlanePasses& passes, size_t pass) {
    const size_t rows = passes.x_factors.size();
    return pass < rows ? pass : pass - rows;
  }
  int64_t IndexOf(int64_t number) const {
    return is_row_ ? number % fast_ : number / fast_ % slow_;
  }
  Point At(int64_t number, int64_t point) const {
    const int64_t first_row = number / fast_ / slow_ * rows_;
    if (is_row_) return {point, first_row + number / fast_ % slow_};
    return {number % fast_, first_row + point};
  }

  bool is_row_;
  int radix_;
  LdsPoints points_;
  int64_t fast_, slow_, rows_, butterflies_;
};

}  // namespace fft

#endif  // FFT_SHAPES_LDS_POINTS_H_
