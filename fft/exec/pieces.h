// Neighbouring kernels of a plan that run piece by piece of the data, so that what lies between
// them stays in a processor's cache: a piece is some indices of a loop that all of them have
// slowest, such as the batch.
#ifndef FFT_EXEC_PIECES_H_
#define FFT_EXEC_PIECES_H_

#include <cstdint>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"

namespace fft {

// Kernels `first` .. `first + blocks.size() - 1`. Piece p of the i-th of them is its workgroups
// from p * blocks[i] on, blocks[i] of them or fewer at the end. Pieces share no element in any
// buffer, so they may run in any order, and at once.
struct PieceRun {
  int first = 0;
  int64_t pieces = 1;  // 1: a kernel by itself
  std::vector<int64_t> blocks;
  friend bool operator==(const PieceRun&, const PieceRun&) = default;
};

// What runs pieces: threads that pass `cache_bytes` of data on in their cache.
struct PieceTarget {
  int64_t cache_bytes = 0;
  // Of a piece, that need not have more; 0: as much as the cache passes on.
  int64_t enough_bytes = 0;
  int threads = 1;
  int most_kernels = 8;  // of a run
};

// All kernels of the candidate in order; none where each runs by itself, as those do that no piece
// fits, whose pieces would leave threads idle, and whose data the cache holds anyway.
std::vector<PieceRun> CutIntoPieces(const Problem& problem, const Candidate& candidate,
                                    const PieceTarget& target);

}  // namespace fft

#endif  // FFT_EXEC_PIECES_H_
