// The transform by its definition. It is slow, but simple enough to be trusted.
#ifndef TESTS_SUPPORT_NAIVE_DFT_H_
#define TESTS_SUPPORT_NAIVE_DFT_H_

#include <vector>

#include "fft/core/problem.h"

namespace fft::testing {

// Returns the output of a completed `problem` for `input`, both in canonical order (side.h). The
// time grows with the points times the sum of the lengths.
std::vector<long double> NaiveDft(const Problem& problem, const std::vector<long double>& input);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_NAIVE_DFT_H_
