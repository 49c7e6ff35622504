// 2D transforms in one kernel (2D_SINGLE).
#ifndef FFT_CORE_SCHEMES_SINGLE_2D_H_
#define FFT_CORE_SCHEMES_SINGLE_2D_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kSingle2dScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_SINGLE_2D_H_
