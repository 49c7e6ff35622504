// A transform of any length as a cyclic convolution in three kernels.
#ifndef FFT_PLAN_SCHEMES_BLUESTEIN_COLUMNS_H_
#define FFT_PLAN_SCHEMES_BLUESTEIN_COLUMNS_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kBluesteinColumnsScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_BLUESTEIN_COLUMNS_H_
