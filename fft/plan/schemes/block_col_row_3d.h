// 3D transforms by three turning column kernels.
#ifndef FFT_PLAN_SCHEMES_BLOCK_COL_ROW_3D_H_
#define FFT_PLAN_SCHEMES_BLOCK_COL_ROW_3D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kBlockColRow3dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_BLOCK_COL_ROW_3D_H_
