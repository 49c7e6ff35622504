// Large 1D transforms by a transposing column kernel and a column transform in place.
#ifndef FFT_PLAN_SCHEMES_L1D_CR_H_
#define FFT_PLAN_SCHEMES_L1D_CR_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kL1dCrScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_L1D_CR_H_
