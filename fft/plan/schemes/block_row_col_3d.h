// 3D transforms by three turning row kernels.
#ifndef FFT_PLAN_SCHEMES_BLOCK_ROW_COL_3D_H_
#define FFT_PLAN_SCHEMES_BLOCK_ROW_COL_3D_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kBlockRowCol3dScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_BLOCK_ROW_COL_3D_H_
