#include "fft/kernels/lines/ranged_axis.h"

namespace fft::kernels {

bool RangedAxis::HoldsAll(int64_t least, int64_t end) const {
  return (least >= range_.first && end <= end_of_first()) || end <= end_of_second();
}

bool RangedAxis::HoldsNone(int64_t least, int64_t end) const {
  const bool misses_first = end <= range_.first || least >= end_of_first();
  return misses_first && least >= end_of_second();
}

RangedAxis::Place RangedAxis::PlaceOf(Builder& b, const Point& point) const {
  if (HoldsNone(point.least, point.end)) return {};
  const int64_t back = elements_ - range_.first;
  if (HoldsAll(point.least, point.end)) {
    if (range_.first == 0) return {point.number, Ex()};
    const bool is_second = point.least < range_.first;
    return {b.Let("stored", is_second ? point.number + back : point.number - range_.first), Ex()};
  }
  Ex stored = point.number;
  if (range_.first > 0) {
    stored = b.Let("stored", Select(stored < range_.first, stored + back, stored - range_.first));
  }
  if (range_.count == elements_) return {stored, Ex()};
  return {b.Let("held", Min(stored, range_.count - 1)), b.Let("exists", stored < range_.count)};
}

Ex RangedAxis::NumberOf(Builder& b, Ex element) const {
  if (range_.first == 0) return element;
  const Ex number = b.Let("number", element + range_.first);
  if (!wraps()) return number;
  return b.Let("number", Select(number >= elements_, number - elements_, number));
}

}  // namespace fft::kernels
