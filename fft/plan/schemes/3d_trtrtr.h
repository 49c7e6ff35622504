// 3D transforms by three transposes and rows.
#ifndef FFT_PLAN_SCHEMES_3D_TRTRTR_H_
#define FFT_PLAN_SCHEMES_3D_TRTRTR_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k3dTrtrtrScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_3D_TRTRTR_H_
