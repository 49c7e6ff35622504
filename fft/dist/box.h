// Boxes of an index space: which elements of a distributed array a rank holds.
#ifndef FFT_DIST_BOX_H_
#define FFT_DIST_BOX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json_fwd.h"

namespace fft::dist {

// A box: the indices lower[d] <= i < upper[d] of every axis d, slowest axis first. It is empty
// where any upper is not above its lower.
struct Box {
  std::vector<int64_t> lower;
  std::vector<int64_t> upper;

  int axes() const { return static_cast<int>(lower.size()); }
  int64_t length(int axis) const { return upper[axis] - lower[axis]; }
  bool empty() const;
  int64_t volume() const;  // 0 when empty
  friend bool operator==(const Box&, const Box&) = default;
};

// All indices of a space of these lengths.
Box Whole(const std::vector<int64_t>& lengths);

Box Intersection(const Box& a, const Box& b);
int64_t SharedVolume(const Box& a, const Box& b);  // volume of the intersection

// Strides of the elements of a box in memory without gaps: `order` names its axes, slowest first.
std::vector<int64_t> PackedStrides(const Box& box, const std::vector<int>& order);
std::vector<int> NaturalOrder(int axes);  // 0, 1, 2, ...

// The beginning of the `part`-th of `parts` nearly equal shares of an axis; the axis's end where
// part = parts.
constexpr int64_t CutAt(int64_t length, int64_t part, int64_t parts) {
  return length / parts * part + length % parts * part / parts;
}

// The offset of the first element of `part` in the array that holds `whole` with `strides`.
int64_t OffsetIn(const Box& whole, const std::vector<int64_t>& strides, const Box& part);

// InvalidArgument unless the boxes lie inside the space of these lengths and every index is in
// exactly one of them; the error names `field` and the box at fault.
absl::Status CheckTiling(const std::string& field, const std::vector<Box>& boxes,
                         const std::vector<int64_t>& lengths);

std::string ToString(const Box& box);  // "[0,4) x [8,16)"
Json ToJson(const Box& box);           // {"lower": [0, 8], "upper": [4, 16]}

}  // namespace fft::dist

#endif  // FFT_DIST_BOX_H_
