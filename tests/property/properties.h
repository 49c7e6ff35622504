// Properties of the Fourier transform (linearity, shift, Parseval), for values in canonical order
// (tests/support/side.h).
#ifndef TESTS_PROPERTY_PROPERTIES_H_
#define TESTS_PROPERTY_PROPERTIES_H_

#include <cstdint>
#include <vector>

#include "fft/core/problem.h"

namespace fft::testing {

using Values = std::vector<long double>;

// a + b.
Values Sum(const Values& a, const Values& b);

// Whether shifts and norms say anything of the problem. They do not for transforms from reals to
// reals, nor where arrays hold parts of axes.
bool HasShifts(const Problem& problem);

// Two inputs and two outputs that belong together: if the transform takes x to y, it takes
// ShiftedInput(x) to ShiftedOutput(y). Along dimension `axis`, the signal side is moved around
// cyclically by `shift` points, and number k of the spectrum is rotated by
// exp(-+2 pi i k shift / length), by the sign of the dimension.
struct Shift {
  int axis = 0;
  int64_t shift = 0;
};
Values ShiftedInput(const Problem& problem, const Shift& shift, const Values& input);
Values ShiftedOutput(const Problem& problem, const Shift& shift, const Values& output);

// Sum of squared moduli, where a Hermitian side stands for its whole spectrum. Parseval: for each
// batch and all of them together, Energy(output) = points * scale^2 * Energy(input).
long double InputEnergy(const Problem& problem, const Values& input);
long double OutputEnergy(const Problem& problem, const Values& output);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_PROPERTIES_H_
