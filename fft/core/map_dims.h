// From canonical strides to the strides of layouts.
#ifndef FFT_CORE_MAP_DIMS_H_
#define FFT_CORE_MAP_DIMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/core/dim.h"
#include "fft/core/layout.h"

namespace fft {

// One side of a kernel: the layout of its edge, and the name of the side in refusals.
struct MappedSide {
  const Layout& layout;
  std::string name;
  int64_t axis_length = 0;  // elements along the last axis on this side; 0: the axis's own length
  // Where `row_points` is above 0, dims that step along a row (RowSteps) step over that many
  // elements, `row_stride` positions apart. Elements beyond these have no place in the layout;
  // their strides continue those of the row.
  int64_t row_points = 0;
  int64_t row_stride = 0;
};

// How many elements of a row the axis and each loop step; 0: a loop that repeats rows.
struct RowSteps {
  int64_t axis = 0;
  std::vector<int64_t> loops;  // empty without loops or without a row
};

// Replaces the canonical strides of `axes` and `loops` by those of the layouts. A loop that crosses
// digits of a layout is split into parts that do not: the inner part stays where it is, outer parts
// go to the end, and so do their `steps`. Axes and the loop `whole_loop` (-1: none) are never
// split. Returns the refusal, empty when everything maps. After a refusal `axes`, `loops` and
// `steps` are undefined.
std::string MapDims(const MappedSide& in, const MappedSide& out, int whole_loop, Dims* axes,
                    Dims* loops, RowSteps* steps);

}  // namespace fft

#endif  // FFT_CORE_MAP_DIMS_H_
