// 2D transforms in one kernel (2D_SINGLE).
#ifndef FFT_PLAN_SCHEMES_2D_SINGLE_H_
#define FFT_PLAN_SCHEMES_2D_SINGLE_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k2dSingleScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_2D_SINGLE_H_
