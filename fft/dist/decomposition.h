// Who holds what between two transforms: process grids over the axes of the index space.
#ifndef FFT_DIST_DECOMPOSITION_H_
#define FFT_DIST_DECOMPOSITION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/dist/box.h"

namespace fft::dist {

// Processes along every axis, batch first; their product is the number of ranks, numbered with the
// last axis fastest. An axis of length n is cut at n i / p.
struct Grid {
  std::vector<int> processes;

  int ranks() const;
  int axes_cut() const;
  friend bool operator==(const Grid&, const Grid&) = default;
};

// Every grid of `ranks` processes that cuts no axis of `uncut`.
std::vector<Grid> GridsOf(int ranks, int axes, const std::vector<int>& uncut);

// The boxes of a grid over a space, one a rank.
std::vector<Box> BoxesOf(const Grid& grid, const std::vector<int64_t>& lengths);

// Whether every box that is not empty holds the whole axis.
bool IsLocal(const std::vector<Box>& boxes, int axis, int64_t length);

std::string ToString(const Grid& grid);  // "1x2x4x1"

}  // namespace fft::dist

#endif  // FFT_DIST_DECOMPOSITION_H_
