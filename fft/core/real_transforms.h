// Real-to-real transforms by their definitions (fft/core/axis_kind.h). They are slow, and other
// results are compared with them.
#ifndef FFT_CORE_REAL_TRANSFORMS_H_
#define FFT_CORE_REAL_TRANSFORMS_H_

#include <vector>

#include "fft/core/axis_kind.h"

namespace fft {

// Returns the transform of x by a real-to-real kind. x has at least 1 number, at least 2 for kDct1.
std::vector<long double> RealTransform(AxisKind kind, const std::vector<long double>& x);

}  // namespace fft

#endif  // FFT_CORE_REAL_TRANSFORMS_H_
