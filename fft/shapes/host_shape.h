// Tiles and passes that fill the vectors of a CPU: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_HOST_SHAPE_H_
#define FFT_SHAPES_HOST_SHAPE_H_

#include <cstdint>
#include <vector>

#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// How many reals the longest vectors of a processor hold.
int64_t HostLanes(Precision precision);

// Kernels that move more bytes have their data in memory, not in a cache.
inline constexpr int64_t kFarBytes = int64_t{2} << 20;

// The tile width that takes the fewest vectors. Among widths with equally many vectors, a width
// that divides the number of columns is preferred, so that no tile has to check for its end. Tiles
// of short rows in one pass are wider, since starting a workgroup costs time.
int64_t HostTile(const KernelShapeRequest& request);

// Whether rows are worth turning (Staging::kTurned): they are short, there are enough of them to
// fill vectors, and their passes save more time than turning takes. Turning costs most where rows
// come from memory, which is fastest for whole rows one after the other. Rows up to
// HostPassWeights::longest_run_row are turned in any case, since memory reads many of them as one
// long row.
bool TurnsRows(const KernelShapeRequest& request, const Target& target);

// The radices, in the order of passes, that take the least time on vectors. Lanes run across the
// tile or along a row. Along a row, a pass whose stride is short, or no multiple of a vector,
// leaves lanes idle or loads its points one by one. Empty if a prime factor is too large.
std::vector<int> HostFactors(const KernelShapeRequest& request, const Target& target);

// The passes of `count` transforms by `factors`, with data in cache. Lanes run across tiles of
// `width` transforms, or along rows, of which a pass transforms `width` together. `others` is the
// length of the loop around them; lanes run along it if the inner loops are short. For example,
// 1000 rows of 64 points by factors {16, 4} have `length` 64 and `count` 1000.
struct HostPasses {
  int64_t length = 1;
  Precision precision = Precision::kSingle;
  std::vector<int> factors;
  bool is_across = false;
  int64_t count = 1;
  int64_t width = 1;
  int64_t others = 1;
  int64_t tile_points = 0;  // points of a tile in scratch; 0: of a vector's lines, or of a row
};
// The nanoseconds that these passes take.
double HostPassNanoseconds(const HostPasses& passes, const HostPassWeights& weights);

}  // namespace fft

#endif  // FFT_SHAPES_HOST_SHAPE_H_
