// Large 1D transforms by a transposing column kernel and a column transform in place.
#ifndef FFT_PLAN_SCHEMES_LARGE_ROW_COL_H_
#define FFT_PLAN_SCHEMES_LARGE_ROW_COL_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kLargeRowColScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_LARGE_ROW_COL_H_
