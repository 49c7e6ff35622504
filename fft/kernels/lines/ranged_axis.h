// Where a point of an axis lies in an array that holds a range of it (fft/core/ranges.h).
#ifndef FFT_KERNELS_LINES_RANGED_AXIS_H_
#define FFT_KERNELS_LINES_RANGED_AXIS_H_

#include <cstdint>

#include "fft/core/ranges.h"
#include "fft/kernels/lines/expressions.h"

namespace fft::kernels {

class RangedAxis {
 public:
  // An axis of `elements` elements.
  RangedAxis(const Range& range, int64_t elements) : range_(range), elements_(elements) {}

  // A point whose number is known to be one of least .. end - 1.
  struct Point {
    Ex number;
    int64_t least = 0, end = 0;
  };
  // The place of a point in the array.
  struct Place {
    Ex element;  // safe to load; absent if the array is known not to have the point
    Ex exists;   // whether the array has the point; absent if `element` alone tells
  };
  Place PlaceOf(Builder& b, const Point& point) const;

  // The number, along the axis, of the point that an element of the array holds.
  Ex NumberOf(Builder& b, Ex element) const;

 private:
  // Whether the array has all, or none, of the points least .. end - 1.
  bool HoldsAll(int64_t least, int64_t end) const;
  bool HoldsNone(int64_t least, int64_t end) const;
  bool wraps() const { return range_.first + range_.count > elements_; }
  // Ends of the part before the axis starts again, and of the part after it.
  int64_t end_of_first() const { return wraps() ? elements_ : range_.first + range_.count; }
  int64_t end_of_second() const { return wraps() ? range_.first + range_.count - elements_ : 0; }

  const Range range_;
  const int64_t elements_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_RANGED_AXIS_H_
