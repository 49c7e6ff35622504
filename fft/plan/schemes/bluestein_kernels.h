// A transform of any length as a cyclic convolution by large transforms.
#ifndef FFT_PLAN_SCHEMES_BLUESTEIN_KERNELS_H_
#define FFT_PLAN_SCHEMES_BLUESTEIN_KERNELS_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kBluesteinKernelsScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_BLUESTEIN_KERNELS_H_
