// 3D transforms by three transposes and rows.
#ifndef FFT_PLAN_SCHEMES_TRANSPOSE_ROW_3D_H_
#define FFT_PLAN_SCHEMES_TRANSPOSE_ROW_3D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kTransposeRow3dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_TRANSPOSE_ROW_3D_H_
