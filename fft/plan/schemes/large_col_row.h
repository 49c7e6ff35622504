// Large 1D transforms by a column kernel and a transform that transposes.
#ifndef FFT_PLAN_SCHEMES_LARGE_COL_ROW_H_
#define FFT_PLAN_SCHEMES_LARGE_COL_ROW_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kLargeColRowScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_LARGE_COL_ROW_H_
