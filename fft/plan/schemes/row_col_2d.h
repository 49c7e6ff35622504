// 2D transforms by rows and columns.
#ifndef FFT_PLAN_SCHEMES_ROW_COL_2D_H_
#define FFT_PLAN_SCHEMES_ROW_COL_2D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRowCol2dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_ROW_COL_2D_H_
