// The relative error of one rounding.
#ifndef FFT_CORE_UNIT_ROUNDOFF_H_
#define FFT_CORE_UNIT_ROUNDOFF_H_

#include "fft/core/problem.h"

namespace fft {

// The largest relative error of rounding a number to the nearest one of a precision.
constexpr double UnitRoundoff(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return 0x1p-11;
    case Precision::kBfloat16:
      return 0x1p-8;
    case Precision::kSingle:
      return 0x1p-24;
    case Precision::kDouble:
      return 0x1p-53;
  }
  return 0;
}

}  // namespace fft

#endif  // FFT_CORE_UNIT_ROUNDOFF_H_
