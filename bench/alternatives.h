// Other plans of a problem: trees of other schemes and splits, and other buffer assignments. The
// benchmark compares their predicted times with their measured times.
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

// Returns the chosen plan, then up to `most` plans that launch other kernels or use other buffers.
// These are the next assignments of the chosen tree, each scheme that takes the problem, and for 1D
// problems the splits into two factors next to the chosen split.
absl::StatusOr<std::vector<Alternative>> ListAlternatives(const Problem& problem,
                                                          const Target& target, int most);

struct TimedAlternative {
  double predicted_ms = 0;
  double measured_ms = 0;
};

// Counts of the pairs of plans whose measured times differ by more than `apart` (0.1 = 10 %): all
// such pairs, and those whose predicted times are in the same order.
struct OrderedPairs {
  int all = 0;
  int in_order = 0;
};
OrderedPairs CountOrdered(const std::vector<TimedAlternative>& timed, double apart);

}  // namespace fft::bench

#endif  // BENCH_ALTERNATIVES_H_
