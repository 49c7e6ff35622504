// Reference transforms by FFTW, on values in canonical order (side.h).
//
// Real is double for results in half and single precision and long double for results in double, so
// the reference's own error does not count.
#ifndef TESTS_SUPPORT_REFERENCE_H_
#define TESTS_SUPPORT_REFERENCE_H_

#include <cstdint>
#include <vector>

#include "fft/core/problem.h"

namespace fft::testing {

// Returns the output of a completed `problem` for `input`: all batches, with the scale. Input and
// output have only the elements within the problem's ranges. Offsets, strides and precision have no
// effect.
template <typename Real>
std::vector<Real> ReferenceTransform(const Problem& problem, std::vector<Real> input);

// Returns the root mean square of a whole output over the root mean square of its part in the
// problem's output ranges; at least 1. It widens the gate, since errors scale with the whole
// output. If the part is zero, errors are absolute, and this is the norm of the whole output.
template <typename Real>
double ExcessOfWhole(const Problem& problem, const std::vector<Real>& input);

// Returns random input for a problem, the same on every machine: uniform numbers in [-0.5, 0.5].
// For a real inverse transform it is the spectrum of a real signal, with values of similar size.
template <typename Real>
std::vector<Real> RandomInput(const Problem& problem, uint64_t seed);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_REFERENCE_H_
