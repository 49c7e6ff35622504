// A transform of any length as a cyclic convolution in one kernel.
#ifndef FFT_CORE_SCHEMES_BLUESTEIN_H_
#define FFT_CORE_SCHEMES_BLUESTEIN_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kBluesteinScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_BLUESTEIN_H_
