// A transform of prime length as a cyclic convolution in one kernel.
#ifndef FFT_PLAN_SCHEMES_RADER_H_
#define FFT_PLAN_SCHEMES_RADER_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRaderScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_RADER_H_
