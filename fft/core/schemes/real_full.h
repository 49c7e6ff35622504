// Real transforms of any length by a complex one of the same length.
#ifndef FFT_CORE_SCHEMES_REAL_FULL_H_
#define FFT_CORE_SCHEMES_REAL_FULL_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kRealFullScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_REAL_FULL_H_
