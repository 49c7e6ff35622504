// The other plans of a problem: trees by other schemes and splits, and other assignments, to hold
// their predicted times against measured ones.
#ifndef BENCH_ALTERNATIVES_H_
#define BENCH_ALTERNATIVES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/fft.h"

namespace fft::bench {

struct Alternative {
  PlanOptions options;
  std::string words;  // "chosen", "assignment 1", "L1D_CC", "L1D_CC 512x2048"
  double predicted_ms = 0;
  int kernels = 0;
};

// The chosen plan first, then up to `most` others that launch other kernels or use other buffers:
// the next assignments of the chosen tree, each scheme that takes the problem, and for 1D problems
// the splits into two factors around that of the chosen tree.
absl::StatusOr<std::vector<Alternative>> ListAlternatives(const Problem& problem,
                                                          const Target& target, int most);

struct TimedAlternative {
  double predicted_ms = 0;
  double measured_ms = 0;
};

// Pairs of plans whose measured times differ by more than `apart` (0.1 = 10 %): how many there are,
// and how many are predicted in that order.
struct OrderedPairs {
  int all = 0;
  int in_order = 0;
};
OrderedPairs CountOrdered(const std::vector<TimedAlternative>& timed, double apart);

}  // namespace fft::bench

#endif  // BENCH_ALTERNATIVES_H_
