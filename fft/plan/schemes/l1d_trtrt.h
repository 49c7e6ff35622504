// Large 1D transforms as rows between three explicit transposes (L1D_TRTRT).
#ifndef FFT_PLAN_SCHEMES_L1D_TRTRT_H_
#define FFT_PLAN_SCHEMES_L1D_TRTRT_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kL1dTrtrtScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_L1D_TRTRT_H_
