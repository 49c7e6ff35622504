// 2D transforms by rows and columns.
#ifndef FFT_PLAN_SCHEMES_2D_RC_H_
#define FFT_PLAN_SCHEMES_2D_RC_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k2dRcScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_2D_RC_H_
