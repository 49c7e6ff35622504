#include "tests/property/properties.h"

#include <cmath>
#include <complex>

#include "tests/support/side.h"

namespace fft::testing {
namespace {

using Complex = std::complex<long double>;

bool IsHermitian(const Side& side) {
  return side.format == ArrayFormat::kHermitianInterleaved ||
         side.format == ArrayFormat::kHermitianPlanar;
}

// Returns the position of axis `axis` among a side's dimensions. Loops and batch come before it.
size_t PlaceOf(const Problem& problem, const Side& side, int axis) {
  return side.lengths.size() - problem.lengths.size() + static_cast<size_t>(axis);
}

// Returns the distance, in canonical elements, of neighbours along the dimension at `place`.
int64_t Step(const Side& side, size_t place) {
  int64_t step = 1;
  for (size_t d = side.lengths.size() - 1; d > place; --d) step *= side.lengths[d];
  return step;
}

// Calls visit(element, index of the element along the dimension) for all elements.
template <typename Visitor>
void ForEachAlong(const Side& side, size_t place, Visitor&& visit) {
  const int64_t step = Step(side, place);
  const int64_t length = side.lengths[place];
  for (int64_t n = 0; n < side.volume(); ++n) visit(n, n / step % length);
}

Values Moved(const Side& side, size_t place, int64_t shift, const Values& values) {
  Values moved(values.size());
  const int components = side.components();
  const int64_t step = Step(side, place);
  const int64_t length = side.lengths[place];
  ForEachAlong(side, place, [&](int64_t n, int64_t index) {
    const int64_t to = n + ((index + shift) % length - index) * step;
    for (int c = 0; c < components; ++c) moved[to * components + c] = values[n * components + c];
  });
  return moved;
}

// Returns the values, with value k of the dimension multiplied by exp(sign 2 pi i k shift /
// length).
Values Rotated(const Side& side, size_t place, int64_t shift, int64_t length, int sign,
               const Values& values) {
  Values rotated(values.size());
  ForEachAlong(side, place, [&](int64_t n, int64_t k) {
    const long double turn = static_cast<long double>(k * shift % length) / length;
    const Complex phase = std::polar(1.0L, sign * 2 * std::acos(-1.0L) * turn);
    const Complex value = phase * Complex(values[2 * n], values[2 * n + 1]);
    rotated[2 * n] = value.real();
    rotated[2 * n + 1] = value.imag();
  });
  return rotated;
}

long double Energy(const Problem& problem, const Side& side, const Values& values) {
  const int64_t last = problem.lengths.back();
  const int components = side.components();
  long double energy = 0;
  ForEachAlong(side, side.lengths.size() - 1, [&](int64_t n, int64_t k) {
    const bool twice = IsHermitian(side) && k > 0 && 2 * k < last;
    for (int c = 0; c < components; ++c) {
      const long double value = values[n * components + c];
      energy += (twice ? 2 : 1) * value * value;
    }
  });
  return energy;
}

// Whether the input is the signal, which is shifted. Only the input of the real inverse transform
// is the spectrum.
bool MovesInput(const Problem& problem) { return problem.type != TransformType::kRealInverse; }

int Sign(const Problem& problem, int axis) {
  return KindOf(problem, static_cast<size_t>(axis)) == AxisKind::kForward ? -1 : 1;
}

}  // namespace

bool HasShifts(const Problem& problem) {
  return problem.type != TransformType::kRealToReal && !HasRanges(problem);
}

Values Sum(const Values& a, const Values& b) {
  Values sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + b[i];
  return sum;
}

Values ShiftedInput(const Problem& problem, const Shift& shift, const Values& input) {
  const Side side = InputSide(problem);
  const size_t place = PlaceOf(problem, side, shift.axis);
  if (MovesInput(problem)) return Moved(side, place, shift.shift, input);
  return Rotated(side, place, shift.shift, problem.lengths[shift.axis], -Sign(problem, shift.axis),
                 input);
}

Values ShiftedOutput(const Problem& problem, const Shift& shift, const Values& output) {
  const Side side = OutputSide(problem);
  const size_t place = PlaceOf(problem, side, shift.axis);
  if (!MovesInput(problem)) return Moved(side, place, shift.shift, output);
  return Rotated(side, place, shift.shift, problem.lengths[shift.axis], Sign(problem, shift.axis),
                 output);
}

long double InputEnergy(const Problem& problem, const Values& input) {
  return Energy(problem, InputSide(problem), input);
}

long double OutputEnergy(const Problem& problem, const Values& output) {
  return Energy(problem, OutputSide(problem), output);
}

}  // namespace fft::testing
