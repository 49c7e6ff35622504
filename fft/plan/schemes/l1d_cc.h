// Large 1D transforms by a column kernel and a transform that transposes.
#ifndef FFT_PLAN_SCHEMES_L1D_CC_H_
#define FFT_PLAN_SCHEMES_L1D_CC_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kL1dCcScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_L1D_CC_H_
