// Large 1D real transforms by a kernel of real columns and one of rows.
#ifndef FFT_PLAN_SCHEMES_L1D_REAL_H_
#define FFT_PLAN_SCHEMES_L1D_REAL_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kL1dRealCcScheme;
extern const Scheme kL1dRealCrScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_L1D_REAL_H_
