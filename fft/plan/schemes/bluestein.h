// A transform of any length as a cyclic convolution in one kernel.
#ifndef FFT_PLAN_SCHEMES_BLUESTEIN_H_
#define FFT_PLAN_SCHEMES_BLUESTEIN_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kBluesteinScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_BLUESTEIN_H_
