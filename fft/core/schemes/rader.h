// A transform of prime length as a cyclic convolution in one kernel.
#ifndef FFT_CORE_SCHEMES_RADER_H_
#define FFT_CORE_SCHEMES_RADER_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kRaderScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_RADER_H_
