// Real-to-real transforms by their definitions (fft/core/axis_kind.h): slow, to compare with.
#ifndef FFT_CORE_REAL_TRANSFORMS_H_
#define FFT_CORE_REAL_TRANSFORMS_H_

#include <vector>

#include "fft/core/axis_kind.h"

namespace fft {

// The transform of a real-to-real kind of x, at least 1 number, of kDct1 at least 2.
std::vector<long double> RealTransform(AxisKind kind, const std::vector<long double>& x);

}  // namespace fft

#endif  // FFT_CORE_REAL_TRANSFORMS_H_
