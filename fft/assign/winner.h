// The best candidate without enumerating all of them.
#ifndef FFT_ASSIGN_WINNER_H_
#define FFT_ASSIGN_WINNER_H_

#include <cstdint>
#include <optional>

#include "fft/assign/placement.h"
#include "fft/assign/search_space.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft {

struct Winner {
  std::optional<Candidate> candidate;  // empty when no assignment is valid
  int64_t states = 0;                  // of the dynamic programme
};

// The candidate that RanksBefore puts first among all that the space holds, by exact dynamic
// programming over (edge, placement, temporaries and user buffers used, sizes of the temporaries):
// the criteria are either sums over the steps or functions of that state, so of two paths to one
// state the worse can never win.
Winner FindWinner(const Problem& problem, Strategy strategy, SearchSpace* space);

}  // namespace fft

#endif  // FFT_ASSIGN_WINNER_H_
