// Random legal problems of small size: everything the token grammar can say.
#ifndef TESTS_PROPERTY_RANDOM_PROBLEM_H_
#define TESTS_PROPERTY_RANDOM_PROBLEM_H_

#include <cstdint>

#include "fft/core/problem.h"
#include "tests/support/random.h"

namespace fft::testing {

// The seed of a test's process, printed once: FFT_PROPERTY_SEED, which repeats a run, or a random
// one.
uint64_t PropertySeed();

// Draws a completed problem of any type, precision, placement and legal pair of formats: 1 to 6
// dimensions of any length and kind, batches and loops, all of these in any order in memory, with
// gaps, offsets, scale and callbacks. It has about `max_points` points at most, with all batches.
Problem RandomProblem(int64_t max_points, Random* random);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_RANDOM_PROBLEM_H_
