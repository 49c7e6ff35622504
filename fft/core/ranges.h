// The part of an axis that an array holds.
//
// A range is cyclic: element i of the array's axis is element (first + i) mod n of the axis. Here n
// counts the axis's elements on that side of a problem, N/2 + 1 for half a spectrum of N reals.
// What an input does not hold is zero; what an output does not hold is not stored.
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

// One for each length, slowest first; empty: all axes are whole.
using Ranges = std::vector<Range>;

// InvalidArgument where the numbers of `ranges` and of `lengths`, the elements of the axes, differ,
// or where a range does not fit its axis. `field` names the list.
absl::Status CheckRanges(const std::string& field, const Ranges& ranges,
                         const std::vector<int64_t>& lengths);

// The ranges, or none where every axis is whole and in order.
Ranges WithoutWhole(const Ranges& ranges, const std::vector<int64_t>& lengths);

// Where each element of the packed array that holds `ranges` lies in the packed array of the whole
// axes, `lengths`, slowest first.
std::vector<int64_t> PositionsInWhole(const Ranges& ranges, const std::vector<int64_t>& lengths);

// "first:count" of each, as "0:5 3:8".
std::string ToString(const Ranges& ranges);

}  // namespace fft

#endif  // FFT_CORE_RANGES_H_
