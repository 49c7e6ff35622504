// A transform of any length as a cyclic convolution by large transforms.
#ifndef FFT_CORE_SCHEMES_BLUESTEIN_KERNELS_H_
#define FFT_CORE_SCHEMES_BLUESTEIN_KERNELS_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kBluesteinKernelsScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_BLUESTEIN_KERNELS_H_
