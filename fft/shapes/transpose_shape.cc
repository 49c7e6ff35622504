#include "fft/shapes/transpose_shape.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/machine/machine.h"

namespace fft {
namespace {

// Tiles are powers of two, so that every thread moves the same number of elements.
constexpr int kSide = 32;
constexpr int kPoints = kSide * kSide;
constexpr int kMaxSide = 256;
constexpr int kGpuThreads = 256;

// The index of the dim with the smallest stride on one side; of equal strides, the longer dim; -1
// if there is no dim.
int Closest(const Dims& dims, int64_t Dim::*stride, int other_than) {
  int best = -1;
  for (int i = 0; i < std::ssize(dims); ++i) {
    if (dims[i].length == 1 || i == other_than) continue;
    const auto step = [&](int dim) { return Magnitude(dims[dim].*stride); };
    if (best < 0 || step(i) < step(best) ||
        (step(i) == step(best) && dims[i].length > dims[best].length)) {
      best = i;
    }
  }
  return best;
}

int64_t LengthOf(const Dims& dims, int index) { return index < 0 ? 1 : dims[index].length; }

// The smallest power of two that holds `length`, at most `limit`.
int PowerOfTwoFor(int64_t length, int limit) {
  int power = 1;
  while (power < length && power < limit) power *= 2;
  return power;
}

}  // namespace

TransposeTile ChooseTransposeTile(const Dims& dims) {
  TransposeTile tile;
  tile.x = Closest(dims, &Dim::in_stride, -1);
  tile.y = Closest(dims, &Dim::out_stride, -1);
  tile.copies = tile.x == tile.y;
  if (tile.copies) tile.y = Closest(dims, &Dim::in_stride, tile.x);
  return tile;
}

absl::StatusOr<TransposeShape> ChooseTransposeShape(const Dims& dims, const TransposeTile& tile,
                                                    Precision precision, const Target& target) {
  const int64_t word = 2 * RealBytes(ComputePrecision(precision));
  const int64_t x = LengthOf(dims, tile.x), y = LengthOf(dims, tile.y);
  TransposeShape shape;
  // Lanes run along a whole side of the tile. Short dims leave their share to the other side.
  const int longest = std::min(kMaxSide, target.max_threads);
  shape.tile_x = PowerOfTwoFor(x, tile.copies ? longest : kSide);
  shape.tile_y = PowerOfTwoFor(y, std::min(longest, kPoints / shape.tile_x));
  if (!tile.copies) {
    shape.tile_x = PowerOfTwoFor(x, std::min(longest, kPoints / shape.tile_y));
  }
  for (;;) {
    shape.pitch = tile.copies ? 0 : shape.tile_x | 1;
    shape.lds_bytes = shape.pitch * shape.tile_y * word;
    if (shape.lds_bytes <= target.lds_bytes) break;
    int& longer = shape.tile_x > shape.tile_y ? shape.tile_x : shape.tile_y;
    if (longer == 1) {
      return absl::ResourceExhaustedError(absl::StrCat("a transpose needs ", shape.lds_bytes,
                                                       " bytes of LDS; ", target.name, " has ",
                                                       target.lds_bytes));
    }
    longer /= 2;
  }
  const int points = shape.tile_x * shape.tile_y;
  // A loop over vectors covers the tile, so each of its points is a thread.
  shape.threads =
      LanesAreVectors(target) ? points : std::min({points, kGpuThreads, target.max_threads});
  return shape;
}

}  // namespace fft
