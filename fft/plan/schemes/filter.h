// Rows that a longer convolution filters.
#ifndef FFT_PLAN_SCHEMES_FILTER_H_
#define FFT_PLAN_SCHEMES_FILTER_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kFilterScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_FILTER_H_
