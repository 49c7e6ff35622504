// Large 1D transforms as columns, rows and an explicit transpose (L1D_CRT).
#ifndef FFT_PLAN_SCHEMES_L1D_CRT_H_
#define FFT_PLAN_SCHEMES_L1D_CRT_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kL1dCrtScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_L1D_CRT_H_
