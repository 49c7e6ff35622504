// Draws random legal problems of small size, with everything that a token can express.
#ifndef TESTS_PROPERTY_RANDOM_PROBLEM_H_
#define TESTS_PROPERTY_RANDOM_PROBLEM_H_

#include <cstdint>

#include "fft/core/problem.h"
#include "tests/support/random.h"

namespace fft::testing {

// Returns the seed of a test's process and prints it once. It is FFT_PROPERTY_SEED if set, else
// random.
uint64_t PropertySeed();

// Draws a completed problem of any type, precision, placement and legal pair of formats. It has 1
// to 6 dimensions of any length and kind, a batch and loops, in any order in memory, and may have
// gaps, offsets, a scale and callbacks. All its transforms together have at most about `max_points`
// points.
Problem RandomProblem(int64_t max_points, Random* random);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_RANDOM_PROBLEM_H_
