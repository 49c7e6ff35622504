// Neighbouring kernels of a plan that run over one piece of the data after the other, so that what
// lies between them stays in a processor's cache. A piece is some indices of a loop that is the
// slowest one of all these kernels, such as the batch.
#ifndef FFT_EXEC_PIECES_H_
#define FFT_EXEC_PIECES_H_

#include <cstdint>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"

namespace fft {

// The kernels `first` .. `first + blocks.size() - 1`, cut into pieces. Piece p has the workgroups p
// * blocks[i] .. (p + 1) * blocks[i] - 1 of the i-th kernel. The last piece may have fewer. Pieces
// share no element in any buffer, so they may run in any order, and at once.
//
// Example: {.first = 1, .pieces = 4, .blocks = {8, 2}} runs workgroups 0 .. 7 of kernel 1 and 0 ..
// 1 of kernel 2 as its first piece.
struct PieceRun {
  int first = 0;
  int64_t pieces = 1;  // 1: a kernel by itself
  std::vector<int64_t> blocks;
  friend bool operator==(const PieceRun&, const PieceRun&) = default;
};

// The machine that runs pieces. Each of its threads passes up to `cache_bytes` on in its cache.
struct PieceTarget {
  int64_t cache_bytes = 0;
  // Bytes beyond which a piece need not grow; 0: the bytes that the cache passes on.
  int64_t enough_bytes = 0;
  int threads = 1;
  int most_kernels = 8;  // of a run
};

// All kernels of the candidate in order, as runs. The list is empty where each kernel runs by
// itself. A kernel does so where no piece fits the cache, where pieces would leave threads idle,
// and where the cache holds all its data anyway.
std::vector<PieceRun> CutIntoPieces(const Problem& problem, const Candidate& candidate,
                                    const PieceTarget& target);

}  // namespace fft

#endif  // FFT_EXEC_PIECES_H_
