// Real transforms of any length by a complex one of the same length.
#ifndef FFT_PLAN_SCHEMES_REAL_FULL_H_
#define FFT_PLAN_SCHEMES_REAL_FULL_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRealFullScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_REAL_FULL_H_
