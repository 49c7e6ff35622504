// Which points of a line the passes of a kernel read and write in LDS. The templates serve code
// that counts or draws accesses, with numbers, and generators, with expressions
// (fft/kernels/lines/lds_tile.cc). fft/kernels/lines/pass.h has the mathematics.
#ifndef FFT_SHAPES_LDS_POINTS_H_
#define FFT_SHAPES_LDS_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fft/shapes/kernel_shape.h"

namespace fft {

// Keeps a value that is used more than once. A number stays as it is. Generators pass another
// function, which stores an expression in a variable of the kernel.
struct KeptAsItIs {
  template <typename N>
  N operator()(N value) const {
    return value;
  }
};

// The position where the last pass in place leaves an output. `digits` is the output's number, or
// the lowest of its digits: one digit for each radix. The line has `length` points.
template <typename N, typename Keep = KeptAsItIs>
N PlaceOfDigits(std::span<const int> radices, int64_t length, N digits, Keep keep = {}) {
  if (radices.size() <= 1) return digits * (radices.empty() ? 1 : length / radices.front());
  int64_t step = length / radices.front();
  N place = digits % radices.front() * step;
  for (size_t p = 1; p < radices.size(); ++p) {
    digits = keep(digits / radices[p - 1]);
    step /= radices[p];
    place = place + (p + 1 < radices.size() ? digits % radices[p] : digits) * step;
  }
  return place;
}

// The points of one pass, numbered as they lie in LDS. Point k of a butterfly lies k * read_step()
// behind point 0 where the pass reads, and k * written_step() behind point 0 where the pass writes.
struct LdsPoints {
  // `factors` must outlive the result. Their product is the length of the line.
  static LdsPoints Of(std::span<const int> factors, Exchange exchange, size_t pass) {
    LdsPoints points = {.factors = factors, .radix = factors[pass]};
    points.in_place = exchange == Exchange::kInPlace;
    for (int r : factors.first(pass)) points.stride *= r;
    for (int r : factors.subspan(pass + 1)) points.groups *= r;
    return points;
  }

  std::span<const int> factors;
  int radix = 1;
  int64_t stride = 1, groups = 1;  // as Pass says
  bool in_place = false;

  int64_t butterflies() const { return stride * groups; }
  int64_t read_step() const { return in_place ? groups : butterflies(); }
  int64_t written_step() const { return in_place ? groups : stride; }
  // Point 0 of butterfly i, which must exist.
  template <typename N, typename Keep = KeptAsItIs>
  N Read(N i, Keep keep = {}) const {
    return in_place ? Own(i, keep) : i;
  }
  template <typename N, typename Keep = KeptAsItIs>
  N Written(N i, Keep keep = {}) const {
    if (in_place) return Own(i, keep);
    if (stride == 1) return i * radix;
    return i % stride + i / stride * (stride * radix);
  }

 private:
  template <typename N, typename Keep>
  N Own(N i, Keep keep) const {
    if (groups == 1) {
      return PlaceOfDigits(factors.first(factors.size() - 1), stride * radix, i, keep);
    }
    if (stride == 1) return i;
    return i / groups * (groups * radix) + i % groups;
  }
};

// The passes of planes that a workgroup holds: along x for all rows, then along y for all columns.
// The butterflies of a pass are one list over all lines (fft/kernels/plane/emit.h). Along x the
// butterflies of a row follow each other, then those of the next row; along y the butterflies of
// neighbouring columns follow each other.
struct PlanePasses {
  int64_t x_length = 1, y_length = 1;
  std::span<const int> x_factors, y_factors;
  int threads = 1;
  int planes = 1;

  size_t count() const { return x_factors.size() + y_factors.size(); }
};

// The points of one pass of planes, as LdsPoints has those of a line.
class PlanePoints {
 public:
  // `passes` must outlive this.
  PlanePoints(const PlanePasses& passes, size_t pass)
      : is_row_(pass < passes.x_factors.size()),
        radix_((is_row_ ? passes.x_factors : passes.y_factors)[OfAxis(passes, pass)]),
        points_(LdsPoints::Of(is_row_ ? passes.x_factors : passes.y_factors, Exchange::kFull,
                              OfAxis(passes, pass))),
        fast_(is_row_ ? points_.butterflies() : passes.x_length),
        slow_(is_row_ ? passes.y_length : points_.butterflies()),
        rows_(passes.y_length),
        butterflies_(fast_ * slow_ * passes.planes) {}

  int radix() const { return radix_; }
  int64_t butterflies() const { return butterflies_; }  // of all lines

  struct Point {
    int64_t x, row;  // rows are counted through all planes
  };
  // Point k of butterfly `number` of the list, which must exist.
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
