// Replaces canonical strides by the strides of layouts.
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
  // If above 0, dims that step along an enclosing row (DimSteps) step over `row_points` elements,
  // which are `row_stride` positions apart. Elements beyond them have no place in the layout, but
  // the dims keep the stride of the row.
  int64_t row_points = 0;
  int64_t row_stride = 0;
};

// The steps of dims along an enclosing row, and in the index of large twiddles. If a loop is split,
// one step of the outer part equals all steps of the inner part.
struct DimSteps {
  int64_t row_axis = 0;                // elements of the row that the axis steps
  std::vector<int64_t> row_loops;      // the same for each loop, 0 if it repeats rows; or empty
  std::vector<int64_t> twiddle_loops;  // how far each loop steps in the index of large twiddles; or
                                       // empty
};

// Replaces the canonical strides of `axes` and `loops` by the strides of the layouts. A loop that
// crosses digits of a layout is split into parts that each stay within one digit. The inner part
// stays in its place. The outer parts go to the end of `loops`, and their steps to the end of
// `steps`. Axes are never split. Returns an empty text, or the refusal if a dim has no stride; then
// `axes`, `loops` and `steps` are undefined.
std::string MapDims(const MappedSide& in, const MappedSide& out, Dims* axes, Dims* loops,
                    DimSteps* steps);

}  // namespace fft

#endif  // FFT_CORE_MAP_DIMS_H_
