// 2D and 3D transforms by one strided 1D transform per dimension.
#ifndef FFT_PLAN_SCHEMES_PER_AXIS_H_
#define FFT_PLAN_SCHEMES_PER_AXIS_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kPerAxisScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_PER_AXIS_H_
