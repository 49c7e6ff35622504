// The best candidates without enumerating all of them.
#ifndef FFT_ASSIGN_WINNER_H_
#define FFT_ASSIGN_WINNER_H_

#include <cstdint>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/assign/search_space.h"
#include "fft/base/cancel.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft {

// How many candidates are wanted, and by which order.
struct Wanted {
  Strategy strategy = Strategy::kBalanced;
  int64_t candidates = 1;
  // About how many bytes of memory the candidates may take. One candidate is given in any case.
  int64_t bytes = int64_t{1} << 62;
  CancelToken cancel;
};

// The best candidates of a space.
struct BestCandidates {
  std::vector<Candidate> candidates;  // best first; empty when no assignment is valid
  int64_t states = 0;                 // of the dynamic programme
};

// The candidates that RanksBefore puts first among all candidates of the space, found by exact
// dynamic programming. A state is (edge, placement, buffers used, sizes of the temporaries, which
// temporaries are live together). Each criterion is a sum over the steps or a function of the last
// state, so the k-th best path to a state extends one of the k best paths to an earlier state.
// Paths after the best one are made only on demand (Huang & Chiang, "Better k-best parsing", 2005,
// algorithm 3).
BestCandidates FindBest(const Problem& problem, const Wanted& wanted, SearchSpace* space);

}  // namespace fft

#endif  // FFT_ASSIGN_WINNER_H_
