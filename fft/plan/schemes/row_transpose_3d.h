// 3D transforms by planes, rows and transposes.
#ifndef FFT_PLAN_SCHEMES_ROW_TRANSPOSE_3D_H_
#define FFT_PLAN_SCHEMES_ROW_TRANSPOSE_3D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRowTranspose3dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_ROW_TRANSPOSE_3D_H_
