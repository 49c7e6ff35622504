#include "fft/kernels/lines/pairs.h"

namespace fft::kernels {

// The halves are taken first: sums of two numbers near the largest would overflow.
Values TakeApart(Builder& b, const Values& pair) {
  const ComplexEx z = {b.Let("re", pair[0].re * 0.5), b.Let("im", pair[0].im * 0.5)};
  const ComplexEx mirrored = {b.Let("re", pair[1].re * 0.5), b.Let("im", pair[1].im * 0.5)};
  return {{b.Let("re", z.re + mirrored.re), b.Let("im", z.im - mirrored.im)},
          {b.Let("re", z.im + mirrored.im), b.Let("im", mirrored.re - z.re)}};
}

Values SpectrumOfPair(Builder& b, const Values& pair, const ComplexEx& w) {
  const Values halves = TakeApart(b, pair);
  const ComplexEx &even = halves[0], rotated = MultiplyComplex(b, halves[1], w);
  return {{even.re + rotated.re, even.im + rotated.im},
          {even.re - rotated.re, rotated.im - even.im}};
}

Values PairOfSpectrum(Builder& b, const Values& spectrum, const ComplexEx& w) {
  const ComplexEx &x = spectrum[0], &y = spectrum[1];
  const ComplexEx difference = {b.Let("re", x.re - y.re), b.Let("im", x.im + y.im)};
  const ComplexEx rotated = MultiplyConjugate(b, difference, w);
  return {{x.re + y.re - rotated.im, x.im - y.im + rotated.re},
          {x.re + y.re + rotated.im, y.im - x.im + rotated.re}};
}

ComplexEx PairRotation(Builder& b, const KernelSpec& spec, Ex table, Ex k) {
  const Ex w = b.Let("w", Load(table, k));
  return {b.Let("wr", Re(w)), b.Let("wi", HasOtherSign(spec) ? -Im(w) : Im(w))};
}

}  // namespace fft::kernels
