// Neighbouring kernels of a plan that run piece by piece: all of them run over one piece of the
// data before the next piece. So the data between them stays in a processor's cache. A piece is a
// range of indices of the loop that is the slowest one in all these kernels, such as the batch.
#ifndef FFT_EXEC_PIECES_H_
#define FFT_EXEC_PIECES_H_

#include <cstdint>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"

namespace fft {

// The kernels `first` .. `first + blocks.size() - 1`, cut into pieces. Piece p has the workgroups p
// * blocks[i] .. (p + 1) * blocks[i] - 1 of the i-th of these kernels. The last piece may have
// fewer. Pieces share no element in any buffer, so they may run in any order, and at the same time.
//
// Example: {.first = 1, .pieces = 4, .blocks = {8, 2}} runs workgroups 0 .. 7 of kernel 1 and 0 ..
// 1 of kernel 2 as its first piece.
struct PieceRun {
  int first = 0;
  int64_t pieces = 1;  // 1: one kernel that is not cut
  std::vector<int64_t> blocks;
  friend bool operator==(const PieceRun&, const PieceRun&) = default;
};

// The machine that runs pieces. The cache of each thread keeps up to `cache_bytes` bytes from one
// kernel to the next.
struct PieceTarget {
  int64_t cache_bytes = 0;
  // The bytes that a piece should have if the cache allows it; 0: cache_bytes.
  int64_t enough_bytes = 0;
  int threads = 1;
  int most_kernels = 8;  // the most kernels of a run
};

// Returns all kernels of the candidate in order, as runs; an empty list if no kernel is cut. A
// kernel is not cut if no piece fits the cache, if pieces leave threads idle, or if the cache holds
// all its data.
std::vector<PieceRun> CutIntoPieces(const Problem& problem, const Candidate& candidate,
                                    const PieceTarget& target);

}  // namespace fft

#endif  // FFT_EXEC_PIECES_H_
