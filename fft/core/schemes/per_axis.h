// 2D and 3D transforms by one strided 1D transform per dimension.
#ifndef FFT_CORE_SCHEMES_PER_AXIS_H_
#define FFT_CORE_SCHEMES_PER_AXIS_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kPerAxisScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_PER_AXIS_H_
