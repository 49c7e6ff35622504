// Properties of the Fourier transform: linearity, shift and Parseval's theorem. Values are in
// canonical order (tests/support/side.h).
#ifndef TESTS_PROPERTY_PROPERTIES_H_
#define TESTS_PROPERTY_PROPERTIES_H_

#include <cstdint>
#include <vector>

#include "fft/core/problem.h"

namespace fft::testing {

using Values = std::vector<long double>;

// Returns a + b.
Values Sum(const Values& a, const Values& b);

// Returns whether the shift theorem and Parseval's theorem apply to the problem. They do not apply
// to real-to-real transforms and to arrays that hold parts of axes.
bool HasShifts(const Problem& problem);

// The shift theorem: if the transform of x is y, the transform of ShiftedInput(x) is
// ShiftedOutput(y). Along dimension `axis` the signal is moved cyclically by `shift` points, and
// element k of the spectrum is multiplied by exp(-+2 pi i k shift / length). The sign is that of
// the dimension.
struct Shift {
  int axis = 0;
  int64_t shift = 0;
};
Values ShiftedInput(const Problem& problem, const Shift& shift, const Values& input);
Values ShiftedOutput(const Problem& problem, const Shift& shift, const Values& output);

// Return the sum of the squared moduli of a side; a Hermitian side counts as its whole spectrum.
// Parseval's theorem says OutputEnergy = points * scale^2 * InputEnergy.
long double InputEnergy(const Problem& problem, const Values& input);
long double OutputEnergy(const Problem& problem, const Values& output);

}  // namespace fft::testing

#endif  // TESTS_PROPERTY_PROPERTIES_H_
