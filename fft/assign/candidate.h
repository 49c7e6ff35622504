// Makes a candidate with all its figures from the steps of a path through the search space.
#ifndef FFT_ASSIGN_CANDIDATE_H_
#define FFT_ASSIGN_CANDIDATE_H_

#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"

namespace fft {

// The scores that one step adds to those of its path. `buffers` stays 0, since it counts the
// distinct buffers of the whole path.
Scores ScoresOf(const Step& step);

// Each score of `a` plus the same score of `b`, except `buffers`, which is 0.
Scores Add(const Scores& a, const Scores& b);

// A candidate of complete steps, with its scores, `pass` (how many of TEMP0 and TEMP1 it uses),
// workspace, traffic and time.
Candidate MakeCandidate(const Problem& problem, std::vector<Step> steps);

// About how many bytes of memory a candidate holds.
int64_t Footprint(const Candidate& candidate);

}  // namespace fft

#endif  // FFT_ASSIGN_CANDIDATE_H_
