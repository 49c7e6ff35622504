// 2D transforms by rows and transposes.
#ifndef FFT_PLAN_SCHEMES_2D_RTRT_H_
#define FFT_PLAN_SCHEMES_2D_RTRT_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k2dRtrtScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_2D_RTRT_H_
