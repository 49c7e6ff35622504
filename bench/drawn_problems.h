// Problems drawn at random, like those that programs have, so that no list can favour them.
#ifndef BENCH_DRAWN_PROBLEMS_H_
#define BENCH_DRAWN_PROBLEMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/problem.h"

namespace fft::bench {

// The kinds by which results are summed up, in this order; a problem is of the first kind that
// fits.
enum class ProblemKind { kPrimes, kNarrow, kReals, kDoubles, kVolumes, kPlanes, kLines };
constexpr int kProblemKinds = 7;

// The kind of a problem. kPrimes has one dimension, a prime above 31, which butterflies do not
// reach on every target. kNarrow is half precision and bfloat16.
ProblemKind KindOf(const Problem& problem);
// "primes", "narrow", ..
std::string ToString(ProblemKind kind);

// Bytes of the input, all transforms together.
struct ByteRange {
  int64_t least = 0;
  int64_t most = 0;
};

// "1M-128M", "256M" (both ends), "4096": numbers of bytes with K, M or G for powers of 1024, from 1
// K to 64 G.
absl::StatusOr<ByteRange> ParseByteRange(absl::string_view text);

// Draws `count` tokens, the same for a seed on every machine: lines of lengths without prime
// factors above 13 (to 10^7), primes (to 10^6), planes and volumes, complex and real, both
// directions, single and double precision, in and out of place, packed. The number of transforms
// makes the input as large as a size drawn from `bytes`, evenly in its logarithm. No two tokens are
// the same.
std::vector<std::string> DrawProblems(int64_t count, uint64_t seed, const ByteRange& bytes);

}  // namespace fft::bench

#endif  // BENCH_DRAWN_PROBLEMS_H_
