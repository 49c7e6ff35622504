// How a transpose kernel is cut: tiles of LDS, threads, and which dimensions the tile spans.
//
// Any index map is a transpose of two of its dimensions, repeated over the others: lanes read along
// X and write along Y. If they read and write along the same dimension, the kernel copies without
// LDS.
#ifndef FFT_SHAPES_TRANSPOSE_SHAPE_H_
#define FFT_SHAPES_TRANSPOSE_SHAPE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "fft/core/dim.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"

namespace fft {

// Indices into the dims of a move; -1: a dimension of one element.
struct TransposeTile {
  int x = -1;  // the dim with the smallest stride read
  int y = -1;  // the dim with the smallest stride written; in a copy, the next smallest read
  bool copies = false;
  friend bool operator==(const TransposeTile&, const TransposeTile&) = default;
};
// The tile of a move over these dims, with canonical or memory strides. Dims of one element are
// never part of the tile.
TransposeTile ChooseTransposeTile(const Dims& dims);

// How a tile is moved. For example, tiles of 32 x 32 by 256 threads have a pitch of 33 words.
struct TransposeShape {
  int tile_x = 1;
  int tile_y = 1;
  int threads = 1;    // divides tile_x * tile_y; each thread moves the same number of elements
  int64_t pitch = 0;  // LDS words from one row of X to the next; odd, against bank conflicts
  int64_t lds_bytes = 0;
  friend bool operator==(const TransposeShape&, const TransposeShape&) = default;
};

// The shape for a tile over dims of these lengths. ResourceExhausted when the LDS of the target
// cannot hold the smallest tile.
absl::StatusOr<TransposeShape> ChooseTransposeShape(const Dims& dims, const TransposeTile& tile,
                                                    Precision precision, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_TRANSPOSE_SHAPE_H_
