// 2D transforms in one kernel (2D_SINGLE).
#ifndef FFT_PLAN_SCHEMES_SINGLE_2D_H_
#define FFT_PLAN_SCHEMES_SINGLE_2D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kSingle2dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_SINGLE_2D_H_
