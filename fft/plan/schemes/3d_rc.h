// 3D transforms by planes and columns.
#ifndef FFT_PLAN_SCHEMES_3D_RC_H_
#define FFT_PLAN_SCHEMES_3D_RC_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k3dRcScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_3D_RC_H_
