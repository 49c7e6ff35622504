#include "fft/choice/large_twiddles.h"

#include "fft/base/int_math.h"

namespace fft {

TwiddleSteps GlobalSteps(const LargeTwiddleUse& use) {
  const int bits = CeilLog2(use.length);
  const int steps = bits <= 11 ? 1 : bits <= 22 ? 2 : 3;
  return {steps, static_cast<int>(CeilDiv(bits, steps)), use.loops, use.axis};
}

TwiddleSteps StepsFor(const LargeTwiddleUse& use, const Target& target) {
  const TwiddleSteps twiddle = GlobalSteps(use);
  const int64_t entry = 2 * RealBytes(ComputePrecision(use.precision));
  if ((twiddle.steps * entry) << twiddle.base_bits <= target.l1_bytes / 2) return twiddle;
  TwiddleSteps small = twiddle;
  small.steps = 3;
  small.base_bits = static_cast<int>(CeilDiv(CeilLog2(use.length), small.steps));
  small.space = TableSpace::kLds;
  const int64_t lds_bytes = use.lds_bytes + TableLdsBytes(small, use.precision);
  return lds_bytes <= target.lds_bytes / 2 ? small : twiddle;
}

int64_t TableLdsBytes(const TwiddleSteps& twiddle, Precision precision) {
  if (twiddle.space == TableSpace::kGlobal) return 0;
  return (int64_t{2} * RealBytes(ComputePrecision(precision)) * twiddle.steps) << twiddle.base_bits;
}

}  // namespace fft
