// Draws random legal chains of small size.
#ifndef TESTS_PROPERTY_RANDOM_CHAIN_H_
#define TESTS_PROPERTY_RANDOM_CHAIN_H_

#include <cstdint>

#include "fft/core/chain.h"
#include "tests/support/random.h"

namespace fft::testing {

// Draws a completed chain. Its arrays are drawn by RandomProblem and it has any number of spectra,
// or it adds frames.
Chain RandomChain(int64_t max_points, Random* random);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_RANDOM_CHAIN_H_
