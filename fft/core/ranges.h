// The part of an axis that an array holds.
//
// A range is cyclic: element i of the array is element (first + i) mod n of the axis. n is the
// number of elements of the axis on the array's side of the problem; it is N/2 + 1 for half a
// spectrum of N reals. Elements that an input does not hold are zero. Elements that an output does
// not hold are not stored.
#ifndef FFT_CORE_RANGES_H_
#define FFT_CORE_RANGES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace fft {

struct Range {
  int64_t first = 0;  // 0 to n - 1
  int64_t count = 0;  // 1 to n
  friend bool operator==(const Range&, const Range&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Range& range) {
    return H::combine(std::move(state), range.first, range.count);
  }
};

// One range for each length, slowest first; empty: all axes are whole.
using Ranges = std::vector<Range>;

// Returns InvalidArgument if a range does not fit its axis, or if there are not as many `ranges` as
// axes. `lengths` are the numbers of elements of the axes. `field` names the list in the error.
absl::Status CheckRanges(const std::string& field, const Ranges& ranges,
                         const std::vector<int64_t>& lengths);

// Returns the ranges; an empty list if every range is the whole axis and begins at 0.
Ranges WithoutWhole(const Ranges& ranges, const std::vector<int64_t>& lengths);

// For each element of the packed array that holds `ranges`: its index in the packed array of the
// whole axes. `lengths` are the lengths of the axes, slowest first.
std::vector<int64_t> PositionsInWhole(const Ranges& ranges, const std::vector<int64_t>& lengths);

// Writes "first:count" for each range, for example "0:5 3:8".
std::string ToString(const Ranges& ranges);

}  // namespace fft

#endif  // FFT_CORE_RANGES_H_
