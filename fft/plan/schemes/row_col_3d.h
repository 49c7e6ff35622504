// 3D transforms by planes and columns.
#ifndef FFT_PLAN_SCHEMES_ROW_COL_3D_H_
#define FFT_PLAN_SCHEMES_ROW_COL_3D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRowCol3dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_ROW_COL_3D_H_
