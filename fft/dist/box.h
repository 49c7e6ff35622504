// Boxes of an index space. A box says which elements of a distributed array a rank holds.
#ifndef FFT_DIST_BOX_H_
#define FFT_DIST_BOX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json_fwd.h"

namespace fft::dist {

// A box: the indices lower[d] <= i < upper[d] of every axis d, slowest axis first. It is empty if
// upper[d] <= lower[d] for any axis d.
struct Box {
  std::vector<int64_t> lower;
  std::vector<int64_t> upper;

  int axes() const { return static_cast<int>(lower.size()); }
  int64_t length(int axis) const { return upper[axis] - lower[axis]; }
  bool empty() const;
  int64_t volume() const;  // the number of elements; 0 if the box is empty
  friend bool operator==(const Box&, const Box&) = default;
};

// All indices of a space of these lengths.
Box Whole(const std::vector<int64_t>& lengths);

Box Intersection(const Box& a, const Box& b);
int64_t SharedVolume(const Box& a, const Box& b);  // volume of the intersection

// The strides of a box's elements in memory without gaps. `order` lists the axes, slowest first.
std::vector<int64_t> PackedStrides(const Box& box, const std::vector<int>& order);
std::vector<int> NaturalOrder(int axes);  // 0, 1, 2, ...

// The beginning of share number `part` (from 0) of `parts` nearly equal shares of an axis. For part
// = parts it is the end of the axis.
constexpr int64_t CutAt(int64_t length, int64_t part, int64_t parts) {
  return length / parts * part + length % parts * part / parts;
}

// The offset of the first element of `part` in the array that holds `whole` with `strides`.
int64_t OffsetIn(const Box& whole, const std::vector<int64_t>& strides, const Box& part);

// Returns InvalidArgument unless the boxes lie inside the space of these lengths and every index is
// in exactly one box. The error names `field` and the box at fault.
absl::Status CheckTiling(const std::string& field, const std::vector<Box>& boxes,
                         const std::vector<int64_t>& lengths);

std::string ToString(const Box& box);  // "[0,4) x [8,16)"
Json ToJson(const Box& box);           // {"lower": [0, 8], "upper": [4, 16]}

}  // namespace fft::dist

#endif  // FFT_DIST_BOX_H_
