// Large 1D transforms as columns, rows and an explicit transpose (L1D_CRT).
#ifndef FFT_PLAN_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_
#define FFT_PLAN_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kLargeColRowTransposeScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_
