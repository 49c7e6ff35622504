// Process grids over the axes of the index space. A grid says which rank holds which box between
// two transforms.
#ifndef FFT_DIST_DECOMPOSITION_H_
#define FFT_DIST_DECOMPOSITION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/dist/box.h"

namespace fft::dist {

// The number of processes along every axis, batch first. Their product is the number of ranks.
// Ranks are numbered with the last axis fastest. p processes cut an axis of length n at n i / p.
struct Grid {
  std::vector<int> processes;

  int ranks() const;
  int axes_cut() const;
  friend bool operator==(const Grid&, const Grid&) = default;
};

// Returns all grids of `ranks` processes that cut no axis of `uncut`.
std::vector<Grid> GridsOf(int ranks, int axes, const std::vector<int>& uncut);

// Returns the boxes of a grid over a space, one for each rank.
std::vector<Box> BoxesOf(const Grid& grid, const std::vector<int64_t>& lengths);

// Whether every box except the empty ones holds the whole axis.
bool IsLocal(const std::vector<Box>& boxes, int axis, int64_t length);

std::string ToString(const Grid& grid);  // "1x2x4x1"

}  // namespace fft::dist

#endif  // FFT_DIST_DECOMPOSITION_H_
