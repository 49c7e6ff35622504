// Dim algebra: functions that split, merge and measure strided loops.
//
// A Dim is a loop over `length` elements that steps `in_stride` elements in the array read and
// `out_stride` elements in the array written (FFTW's "iodim"; Frigo & Johnson, "The Design and
// Implementation of FFTW3", section 3.1). Batch with its distance is one more Dim. A list of Dims
// is ordered slowest first unless a function says otherwise.
#ifndef FFT_CORE_DIM_H_
#define FFT_CORE_DIM_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fft/base/json_fwd.h"

namespace fft {

struct Dim {
  int64_t length = 1;
  int64_t in_stride = 0;   // elements
  int64_t out_stride = 0;  // elements
  friend bool operator==(const Dim&, const Dim&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Dim& dim) {
    return H::combine(std::move(state), dim.length, dim.in_stride, dim.out_stride);
  }
};

using Dims = std::vector<Dim>;

// Splits {n, is, os} with n = outer * inner into {outer, is * inner, os * inner} and {inner, is,
// os}. `outer` must divide dim.length.
std::pair<Dim, Dim> SplitDim(const Dim& dim, int64_t outer);

// Joins neighbours that step through both arrays like one dim; drops dims of length 1. The result
// visits the same (input, output) offset pairs.
Dims MergeDims(const Dims& dims);

// Joins every pair of loops in which one loop continues the other in both arrays. The loops of a
// pair need not be neighbours.
void MergeLoops(Dims* loops);

// 1 + the distance from the smallest offset that is reached to the largest one; nullopt if the sum
// does not fit 64 bits. Lengths must be >= 1.
std::optional<int64_t> InExtent(const Dims& dims);
std::optional<int64_t> OutExtent(const Dims& dims);

// Number of (input, output) pairs visited, or nullopt beyond 64 bits.
std::optional<int64_t> Volume(const Dims& dims);

// One side of a dim.
struct StridedAxis {
  int64_t length = 1;
  int64_t stride = 0;  // elements
  friend bool operator==(const StridedAxis&, const StridedAxis&) = default;
};
// Whether no two index vectors reach the same offset. Strides may be negative. The answer is exact
// if it can be found quickly (dim_injective.cc). Otherwise the function returns false.
bool IsInjective(const std::vector<StridedAxis>& axes);

std::string ToString(const Dim& dim);    // "512:1:4096" = length:in_stride:out_stride
std::string ToString(const Dims& dims);  // "[4096:512:1 512:1:4096]"
Json ToJson(const Dims& dims);

}  // namespace fft

#endif  // FFT_CORE_DIM_H_
