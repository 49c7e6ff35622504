// 2D transforms by rows and transposes.
#ifndef FFT_PLAN_SCHEMES_ROW_TRANSPOSE_2D_H_
#define FFT_PLAN_SCHEMES_ROW_TRANSPOSE_2D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRowTranspose2dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_ROW_TRANSPOSE_2D_H_
