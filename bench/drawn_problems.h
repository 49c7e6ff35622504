// Draws random problems that resemble those of real programs. A hand-made list could favour a
// library; random problems cannot.
#ifndef BENCH_DRAWN_PROBLEMS_H_
#define BENCH_DRAWN_PROBLEMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/core/problem.h"

namespace fft::bench {

// The kinds of problems, in the order in which a summary lists them. If several kinds fit a
// problem, it has the first of them.
enum class ProblemKind { kPrimes, kNarrow, kReals, kDoubles, kVolumes, kPlanes, kLines };
constexpr int kProblemKinds = 7;

// Returns the kind of a problem. kPrimes are 1D problems whose length is a prime above 31; not
// every target has butterflies for such primes. kNarrow is half precision and bfloat16.
ProblemKind KindOf(const Problem& problem);
// Returns the name of a kind, such as "primes" or "narrow".
std::string ToString(ProblemKind kind);

// A range of sizes, in bytes. A size counts the input of all transforms together.
struct ByteRange {
  int64_t least = 0;
  int64_t most = 0;
};

// Reads a range such as "1M-128M", or one size such as "256M" or "4096", which is both ends. K, M
// and G are powers of 1024. InvalidArgument unless sizes lie in 1K to 64G.
absl::StatusOr<ByteRange> ParseByteRange(absl::string_view text);

// Draws `count` tokens, all different. A seed gives the same tokens on every machine. The problems
// are 1D with lengths up to 10^7 without prime factors above 13, 1D with prime lengths up to 10^6,
// 2D and 3D. They are complex or real, forward or inverse, of several precisions, in or out of
// place, and packed. A size is drawn from `bytes`, evenly in its logarithm, and the batch makes the
// input about this large.
std::vector<std::string> DrawProblems(int64_t count, uint64_t seed, const ByteRange& bytes);

}  // namespace fft::bench

#endif  // BENCH_DRAWN_PROBLEMS_H_
