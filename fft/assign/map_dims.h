// From canonical strides to the strides of layouts.
#ifndef FFT_ASSIGN_MAP_DIMS_H_
#define FFT_ASSIGN_MAP_DIMS_H_

#include <cstdint>
#include <string>

#include "fft/core/dim.h"
#include "fft/core/layout.h"

namespace fft {

// One side of a kernel: where the positions it counts in lie, and what to call that in a refusal.
struct MappedSide {
  const Layout& layout;
  std::string name;
  int64_t axis_length = 0;  // elements along the last axis on this side; 0: the axis's own length
};

// Replaces the canonical strides of `axes` and `loops` by those of the layouts. A loop that crosses
// digits of a layout is split into parts that do not: the inner part stays where it is, outer parts
// go to the end. Axes and the loop `whole_loop` (-1: none) are never split. Returns the refusal,
// empty when everything maps; `axes` and `loops` are spoilt by a refusal.
std::string MapDims(const MappedSide& in, const MappedSide& out, int whole_loop, Dims* axes,
                    Dims* loops);

}  // namespace fft

#endif  // FFT_ASSIGN_MAP_DIMS_H_
