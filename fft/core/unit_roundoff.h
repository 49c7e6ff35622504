// The relative error of one rounding.
#ifndef FFT_CORE_UNIT_ROUNDOFF_H_
#define FFT_CORE_UNIT_ROUNDOFF_H_

#include <algorithm>

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

// The largest UnitRoundoff of the numbers that executions of the problem compute or write.
inline double CoarsestRoundoff(const Problem& problem) {
  return std::max(UnitRoundoff(problem.precision),
                  UnitRoundoff(PrecisionOf(problem, problem.output)));
}

}  // namespace fft

#endif  // FFT_CORE_UNIT_ROUNDOFF_H_
