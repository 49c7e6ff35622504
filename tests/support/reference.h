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

// The output of `problem` (completed) for `input`: all batches, scale included, input and result as
// far as the problem's ranges go. Offsets, strides and precision of the problem play no part.
template <typename Real>
std::vector<Real> ReferenceTransform(const Problem& problem, std::vector<Real> input);

// The root mean square of a whole output over that of the part in the problem's output ranges; at
// least 1. Errors are relative to it. Where the part is zeros, errors are absolute and this is the
// norm of the whole.
template <typename Real>
double ExcessOfWhole(const Problem& problem, const std::vector<Real>& input);

// Input for a problem: numbers uniform in [-0.5, 0.5] by a generator that gives the same on every
// machine. For real inverse transforms a spectrum with the symmetry of a real signal, of similar
// size.
template <typename Real>
std::vector<Real> RandomInput(const Problem& problem, uint64_t seed);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_REFERENCE_H_
