// 3D transforms by planes, rows and transposes.
#ifndef FFT_PLAN_SCHEMES_3D_RTRT_H_
#define FFT_PLAN_SCHEMES_3D_RTRT_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k3dRtrtScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_3D_RTRT_H_
